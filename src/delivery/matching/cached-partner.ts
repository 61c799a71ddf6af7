import type { EventType } from '../../event/domain/event-types.js';
import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import type { Endpoint } from '../../webhook-subscription/domain/endpoint.js';

/** The most bytes of one partner's compiled subscriptions, and of its endpoints. */
export const INDEX_BYTES_PER_PARTNER = 16 * 1_048_576;
const ENDPOINT_BYTES_PER_PARTNER = 4 * 1_048_576;
const PARTNER_BYTES = 600;
/** Memory of an endpoint besides its texts. */
const ENDPOINT_BYTES = 500;

export type EndpointLookup =
  | { readonly kind: 'open'; readonly endpoint: Endpoint }
  /** Deleted or deactivated since the delivery was planned, even if restored. */
  | { readonly kind: 'gone' }
  /** None of SECRET_KEYS opens its secrets. */
  | { readonly kind: 'sealed'; readonly reason: string };

/** What deliveries need of a subscription. */
export interface CachedEndpoint {
  /** Deliveries planned with a lower subscriptions version are not sent. */
  readonly wantedSince: number;
  readonly lookup: EndpointLookup;
}

/** A partner in the cache. Everything in it belongs to one subscriptions version. */
export class CachedPartner {
  /** Null for a type whose subscriptions are too large for the cache. */
  private readonly indexes = new Map<EventType, SubscriptionIndex | null>();
  private readonly endpoints = new Map<number, CachedEndpoint>();
  private indexBytes = 0;
  private endpointBytes = 0;

  constructor(
    readonly partnerId: number,
    readonly subscriptionsVersion: number,
    readonly readAt: number,
  ) {}

  /** The approximate memory. */
  get bytes(): number {
    return PARTNER_BYTES + this.indexBytes + this.endpointBytes;
  }

  /** True if the subscriptions of some type do not fit, so that events are matched with pages from the database. */
  get isPaged(): boolean {
    for (const index of this.indexes.values()) if (index === null) return true;
    return false;
  }

  /** Null if the subscriptions to this type are too large for the cache, undefined if they have not been read. */
  index(type: EventType): SubscriptionIndex | null | undefined {
    return this.indexes.get(type);
  }

  /** Stores the index if there is room. @param index null if it was too large to build */
  keepIndex(type: EventType, index: SubscriptionIndex | null): void {
    const fits = index !== null && this.indexBytes + index.bytes <= INDEX_BYTES_PER_PARTNER;
    if (this.indexes.has(type)) return;
    this.indexes.set(type, fits ? index : null);
    if (fits) this.indexBytes += index.bytes;
  }

  endpoint(subscriptionId: number): CachedEndpoint | undefined {
    return this.endpoints.get(subscriptionId);
  }

  keepEndpoint(subscriptionId: number, endpoint: CachedEndpoint): void {
    if (this.endpointBytes > ENDPOINT_BYTES_PER_PARTNER) {
      this.endpoints.clear();
      this.endpointBytes = 0;
    }
    if (!this.endpoints.has(subscriptionId)) this.endpointBytes += bytesOf(endpoint);
    this.endpoints.set(subscriptionId, endpoint);
  }
}

function bytesOf({ lookup }: CachedEndpoint): number {
  if (lookup.kind !== 'open') return ENDPOINT_BYTES;
  const { url, auth, signingSecrets } = lookup.endpoint;
  const texts = [url, ...Object.values(auth?.data ?? {}), ...signingSecrets.map(({ secret }) => secret)];
  return texts.reduce((sum, text) => sum + text.length, ENDPOINT_BYTES);
}
