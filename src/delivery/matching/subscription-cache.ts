import { LRUCache } from 'lru-cache';
import type { EventType } from '../../event/domain/event-types.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { ThreadShare } from '../../shared/thread-share.js';
import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
  type SubscriptionState,
} from '../domain/subscription-source.js';
import type { SubscriptionPage } from '../../webhook-subscription/domain/subscription-page.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Batch } from './batch.js';
import { type EndpointLookup, type CachedEndpoint, CachedPartner } from './cached-partner.js';
import { ReadSubscriptions } from './read-subscriptions.js';
import { TimeSlices } from './time-slices.js';
import { recentlyUsed } from '../../shared/recently-used.js';

/** Bytes of the whole cache. Beyond, the least recently used partners are dropped. */
export const CACHE_BYTES = 96 * 1_048_576;
/** The most partners and the most companies in the cache. */
const MAX_KEPT = 20_000;
/** An entry lives no longer than this, in case notifications were missed. */
const MAX_AGE_MS = 600_000;

/** The subscription of a delivery, and the subscriptions version that the delivery was planned with. */
type Addressee = Pick<PlannedAttempt, 'partnerId' | 'subscriptionId' | 'subscriptionsVersion'>;

/** The subscriptions of a partner to one event type. */
export interface CachedSubscriptions {
  readonly partnerId: number;
  readonly subscriptionsVersion: number;
  /** Null if they are too large for the cache and must be read page by page. */
  readonly index: SubscriptionIndex | null;
}

/**
 * Caches companies, partners, their compiled subscriptions by event type, and endpoints, with a limit on bytes. Entries
 * may be stale: the journal's statement compares versions with the database, and deliveries tolerate the moment between
 * a change and its notification. An entry that is forgotten while it is being read is not stored.
 */
export class SubscriptionCache {
  private readonly companies = recentlyUsed<number, readonly number[]>(MAX_KEPT);
  private readonly partners = new LRUCache<number, CachedPartner>({ max: MAX_KEPT, maxSize: CACHE_BYTES });
  /** One object per partner, replaced when the partner is forgotten, so that reads from before are not stored. */
  private readonly generations = recentlyUsed<number, object>(MAX_KEPT);
  private readonly readings = new Map<string, Promise<CachedSubscriptions | null>>();
  private readonly subscriptions: ReadSubscriptions;
  /** The time slices that compiling and matching share. */
  readonly slices: TimeSlices;
  private readonly states: Batch<SubscriptionKey, SubscriptionState>;

  constructor(
    private readonly source: SubscriptionSource,
    private readonly clock: EngineClock,
    share = new ThreadShare(clock),
  ) {
    this.slices = new TimeSlices(clock, share);
    this.subscriptions = new ReadSubscriptions(source, this.slices);
    this.states = new Batch((keys) => source.statesOf(keys), keyOf);
  }

  /** The bytes in use, and the number of partners that must be matched page by page. */
  get load(): { bytes: number; pagedPartners: number } {
    let pagedPartners = 0;
    for (const partner of this.partners.values()) pagedPartners += Number(partner.isPaged);
    return { bytes: this.partners.calculatedSize, pagedPartners };
  }

  /** The ids of each company's partners. */
  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const unknown = companyIds.filter((companyId) => !this.companies.has(companyId));
    const found = unknown.length > 0 ? await this.source.partnersOf(unknown) : null;
    for (const companyId of unknown) this.companies.set(companyId, found?.get(companyId) ?? []);
    return new Map(companyIds.map((id) => [id, this.companies.get(id) ?? found?.get(id) ?? []] as const));
  }

  /** The subscriptions of a partner to a type; null if the partner does not exist. */
  subscriptionsOf(partnerId: number, type: EventType): Promise<CachedSubscriptions | null> {
    const known = this.known(partnerId);
    const index = known?.index(type);
    if (known && index !== undefined)
      return Promise.resolve({ partnerId, subscriptionsVersion: known.subscriptionsVersion, index });
    const key = `${partnerId} ${type}`;
    const underWay = this.readings.get(key);
    if (underWay !== undefined) return underWay;
    const reading = this.read(partnerId, type).finally(() => {
      if (this.readings.get(key) === reading) this.readings.delete(key);
    });
    this.readings.set(key, reading);
    return reading;
  }

  /** The page of a partner's subscriptions after an id; null if the partner does not exist. */
  pageOf(partnerId: number, type: EventType, after: number): Promise<SubscriptionPage | null> {
    return this.subscriptions.page({ partnerId, type, after });
  }

  forgetCompanies(companyIds: readonly number[]): void {
    for (const companyId of companyIds) {
      for (const partnerId of this.companies.get(companyId) ?? []) this.forgetPartner(partnerId);
      this.companies.delete(companyId);
    }
  }

  forgetPartner(partnerId: number): void {
    this.partners.delete(partnerId);
    this.generations.delete(partnerId);
    for (const key of this.readings.keys()) if (key.startsWith(`${partnerId} `)) this.readings.delete(key);
    this.states.forget((key) => key.partnerId === partnerId);
    this.subscriptions.forget(partnerId);
  }

  /** Call it when notifications may have been missed. */
  forgetAllPartners(): void {
    this.partners.clear();
    this.generations.clear();
    this.readings.clear();
    this.states.forget(() => true);
  }

  /** Forgets partners whose subscriptions version has changed. */
  forgetOutdated(versions: readonly { readonly partnerId: number; readonly currentVersion: number }[]): void {
    for (const { partnerId, currentVersion } of versions) {
      if (this.partners.peek(partnerId)?.subscriptionsVersion !== currentVersion)
        this.forgetPartner(partnerId);
    }
  }

  /** The lowest subscriptions version that deliveries must have been planned with to be sent. */
  async wantedSince(partnerId: number, subscriptionId: number): Promise<number> {
    const endpoint = await this.endpoint({ partnerId, subscriptionId });
    return endpoint?.wantedSince ?? Number.POSITIVE_INFINITY;
  }

  /** The current endpoint for a delivery. */
  async endpointOf(delivery: Addressee): Promise<EndpointLookup> {
    const known = this.known(delivery.partnerId);
    if (known && known.subscriptionsVersion < delivery.subscriptionsVersion)
      this.forgetPartner(delivery.partnerId);
    const endpoint = await this.endpoint(delivery);
    return endpoint && delivery.subscriptionsVersion >= endpoint.wantedSince
      ? endpoint.lookup
      : { kind: 'gone' };
  }

  private async endpoint(key: SubscriptionKey): Promise<CachedEndpoint | null> {
    const known = this.known(key.partnerId)?.endpoint(key.subscriptionId);
    if (known !== undefined) return known;
    const generation = this.generation(key.partnerId);
    const state = await this.states.get(key);
    if (state === null) return null;
    const endpoint = this.opened(state);
    this.keep(key.partnerId, state.subscriptionsVersion, generation, (partner) =>
      partner.keepEndpoint(key.subscriptionId, endpoint),
    );
    return endpoint;
  }

  private opened({ subscription, subscriptionsVersion }: SubscriptionState): CachedEndpoint {
    if (subscription === null) return { wantedSince: subscriptionsVersion + 1, lookup: { kind: 'gone' } };
    const wantedSince = subscription.liveSince;
    try {
      return { wantedSince, lookup: { kind: 'open', endpoint: this.source.endpointOf(subscription) } };
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      return { wantedSince, lookup: { kind: 'sealed', reason } };
    }
  }

  private async read(partnerId: number, type: EventType): Promise<CachedSubscriptions | null> {
    const generation = this.generation(partnerId);
    const read = await this.subscriptions.all(partnerId, type);
    if (read === null) return null;
    const { subscriptionsVersion, index } = read;
    this.keep(partnerId, subscriptionsVersion, generation, (partner) => partner.keepIndex(type, index));
    return { partnerId, subscriptionsVersion, index };
  }

  /**
   * Stores what was read of a partner, unless the partner was forgotten meanwhile. Replaces an older version
   * completely.
   */
  private keep(
    partnerId: number,
    subscriptionsVersion: number,
    generation: object,
    keep: (partner: CachedPartner) => void,
  ): void {
    if (this.generations.peek(partnerId) !== generation) return;
    let partner = this.partners.peek(partnerId);
    if (partner === undefined || partner.subscriptionsVersion < subscriptionsVersion) {
      partner = new CachedPartner(partnerId, subscriptionsVersion, this.clock.monotonic());
    }
    if (partner.subscriptionsVersion > subscriptionsVersion) return;
    keep(partner);
    this.partners.set(partnerId, partner, { size: partner.bytes });
  }

  private known(partnerId: number): CachedPartner | undefined {
    const known = this.partners.get(partnerId);
    if (known === undefined || known.readAt >= this.clock.monotonic() - MAX_AGE_MS) return known;
    this.forgetPartner(partnerId);
    return undefined;
  }

  private generation(partnerId: number): object {
    const present = this.generations.get(partnerId);
    if (present !== undefined) return present;
    const generation = {};
    this.generations.set(partnerId, generation);
    return generation;
  }
}

function keyOf({ partnerId, subscriptionId }: SubscriptionKey): string {
  return `${partnerId} ${subscriptionId}`;
}
