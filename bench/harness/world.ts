import type { Endpoint } from '../../src/webhook-subscription/domain/endpoint.js';
import { Pool } from 'pg';
import { EventIds } from '../../src/delivery/journal/event-ids.js';
import { SMALLEST_ID } from '../../src/shared/domain/time-ordered-id.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
  type SubscriptionState,
} from '../../src/delivery/domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../src/webhook-subscription/domain/subscription-page.js';
import type { Ordering } from '../../src/webhook-subscription/domain/delivery-options.js';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { sampleDocument } from '../../src/event/domain/samples.js';
import { Conditions } from '../../src/webhook-subscription/domain/conditions/conditions.js';
import { DEFAULT_OPTIONS } from '../../src/webhook-subscription/domain/delivery-options.js';
import { IncludePaths } from '../../src/webhook-subscription/domain/include-paths.js';
import { newSigningSecret } from '../../src/webhook-subscription/domain/signing.js';
import {
  type AddressedSubscription,
  WebhookSubscription,
} from '../../src/webhook-subscription/domain/webhook-subscription.js';

const FIRST_COMPANY = 1_000;
const TYPE = 'document.accepted';
const UNORDERED = { ordering: 'none', documents: Number.POSITIVE_INFINITY } as const;

/**
 * Partners with one company, one subscription and one endpoint each, for the database and the engine. Their ids start
 * at 1, and a subscription has the id of its partner.
 */
export class World extends SubscriptionSource {
  readonly ids = new EventIds(SMALLEST_ID, () => Date.now());
  private readonly subscriptions: readonly WebhookSubscription[];
  private readonly secret = newSigningSecret('hmac');
  private next = 0;

  /** @param urlOf the endpoint of each partner's subscription */
  constructor(
    readonly partners: number,
    private readonly urlOf: (partnerId: number) => string,
    private readonly document = sampleDocument('accepted'),
    private readonly order: { readonly ordering: Ordering; readonly documents: number } = UNORDERED,
  ) {
    super();
    this.subscriptions = Array.from({ length: partners }, (_, index) =>
      subscriptionOf(index + 1, urlOf(index + 1), order.ordering),
    );
  }

  /** Bytes of one event's document. */
  get documentBytes(): number {
    return Buffer.byteLength(JSON.stringify(this.document));
  }

  /**
   * The next events, spread evenly over the partners. `typeId` counts them, or repeats if there are only this many
   * documents.
   */
  events(count: number): DocumentEvent[] {
    const json = JSON.stringify(this.document);
    return Array.from({ length: count }, () => {
      const number = this.next++;
      return {
        key: null,
        type: TYPE,
        typeId: `doc-${number % this.order.documents}`,
        companyId: FIRST_COMPANY + 1 + (number % this.partners),
        createdAt: new Date(),
        data: this.document,
        json,
        company: null,
        brand: null,
        emails: [],
      };
    });
  }

  /** The partner that an event of this world concerns. */
  partnerOf({ companyId }: DocumentEvent): number {
    return companyId - FIRST_COMPANY;
  }

  urlFor(partnerId: number): string {
    return this.urlOf(partnerId);
  }

  /** Writes the partners into a database. */
  async settle(database: Pool): Promise<void> {
    await database.query(
      `WITH p AS (
         INSERT INTO partner (id, name, created_at, updated_at)
         SELECT n, 'Partner ' || n, now(), now() FROM generate_series(1, $1::int) AS n RETURNING id
       ), c AS (
         INSERT INTO partner_company (partner_id, company_id, created_at) SELECT id, $2::int + id, now() FROM p
       )
       SELECT 1`,
      [this.partners, FIRST_COMPANY],
    );
    await database.query(
      `INSERT INTO webhook_subscription
         (partner_id, id, type, is_active, url, include_paths, sealed_secret, live_since, created_at, updated_at)
       SELECT n, n, $2, true, 'https://receiver.example', '{*}', '', 1, now(), now() FROM generate_series(1, $1::int) AS n`,
      [this.partners, TYPE],
    );
  }

  override async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((companyId) => [companyId, [companyId - FIRST_COMPANY]]));
  }

  override async pagesOf(ranges: readonly SubscriptionRange[]): Promise<readonly SubscriptionPage[]> {
    return ranges.map((range) => ({
      ...range,
      subscriptionsVersion: 1,
      subscriptions: this.subscriptions.slice(range.partnerId - 1, range.partnerId),
      bytes: 0,
      isLast: true,
    }));
  }

  override async statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]> {
    return keys.map((key) => ({
      ...key,
      subscriptionsVersion: 1,
      subscription: this.subscriptions[key.partnerId - 1] ?? null,
    }));
  }

  override endpointOf({ url }: AddressedSubscription): Endpoint {
    return { url, auth: null, signingSecrets: [{ secret: this.secret, until: null }], maxPerSecond: null };
  }
}

function subscriptionOf(partnerId: number, url: string, ordering: Ordering): WebhookSubscription {
  return WebhookSubscription.create(
    { id: partnerId, partnerId },
    {
      type: TYPE,
      isActive: true,
      url,
      authType: null,
      sealedAuthData: null,
      ...DEFAULT_OPTIONS,
      includePaths: IncludePaths.stored(['*']),
      conditions: Conditions.parse(null),
      ordering,
    },
    '',
    new Date(),
  );
}
