import { EventType } from '../../event/domain/event-types.js';
import { JsonObject } from '../../event/domain/event.js';
import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { Listening } from '../domain/lane-store.js';
import { Endpoint, ListenerSource, PartnerListeners } from '../domain/listener-source.js';
import { PlannedAttempt } from '../domain/planned-attempt.js';

/** Partners and companies kept; beyond that the oldest are forgotten and read again when needed. */
const MAX_KEPT = 20_000;
/** Nothing is believed longer than this, so that a replaced signing secret stops signing along in time. */
const MAX_AGE_MS = 600_000;

export type EndpointLookup =
  | { readonly kind: 'open'; readonly endpoint: Endpoint }
  /** Deleted or deactivated, be it that it is back since: there is nobody who waits for this delivery. */
  | { readonly kind: 'gone' }
  /** Its secrets cannot be opened with the keys at hand. */
  | { readonly kind: 'sealed'; readonly reason: string };

/** What a delivery is for, and the version of the partner's listeners with which it was planned. */
type Addressee = Pick<PlannedAttempt, 'partnerId' | 'subscriptionId' | 'fanOutVersion'>;

/** What this process knows of a partner's listeners; thrown away when their version has changed. */
export class KnownListeners {
  readonly partnerId: number;
  readonly fanOutVersion: number;
  private readonly index: SubscriptionIndex;
  private readonly subscriptions: ReadonlyMap<number, WebhookSubscription>;
  private readonly endpoints = new Map<number, EndpointLookup>();

  constructor(
    { partnerId, fanOutVersion, subscriptions }: PartnerListeners,
    private readonly source: ListenerSource,
    readonly readAt: number,
  ) {
    this.partnerId = partnerId;
    this.fanOutVersion = fanOutVersion;
    this.index = new SubscriptionIndex(subscriptions);
    this.subscriptions = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  }

  matching(type: EventType, document: JsonObject): readonly WebhookSubscription[] {
    return this.index.matching(type, document);
  }

  /** With which version a delivery must have been planned at least, unless its subscription went away since. */
  wantedSince(subscriptionId: number): number {
    return this.subscriptions.get(subscriptionId)?.liveSince ?? this.fanOutVersion + 1;
  }

  endpointOf({ subscriptionId, fanOutVersion }: Addressee): EndpointLookup {
    if (fanOutVersion < this.wantedSince(subscriptionId)) return { kind: 'gone' };
    let lookup = this.endpoints.get(subscriptionId);
    if (lookup === undefined) {
      lookup = this.open(subscriptionId);
      this.endpoints.set(subscriptionId, lookup);
    }
    return lookup;
  }

  private open(subscriptionId: number): EndpointLookup {
    const subscription = this.subscriptions.get(subscriptionId);
    if (subscription === undefined) return { kind: 'gone' };
    try {
      return { kind: 'open', endpoint: this.source.endpointOf(subscription) };
    } catch (error) {
      return { kind: 'sealed', reason: error instanceof Error ? error.message : 'unknown' };
    }
  }
}

/**
 * Companies, partners and their compiled subscriptions, as far as this process has read them. Entries may be out of
 * date: who relies on them says so to the database (the journal's statement compares) or accepts the moment between a
 * change and its notification. What is forgotten while it is being read is not kept.
 */
export class ListenerCache {
  private readonly companies = new Map<number, readonly number[]>();
  private readonly partners = new Map<number, Promise<KnownListeners | null>>();
  /** The same as `partners`, as far as it has been read. */
  private readonly read = new Map<number, KnownListeners>();

  constructor(
    private readonly source: ListenerSource,
    private readonly now: () => number,
  ) {}

  /** Reads what is not known yet, so that `of` can answer for these companies. */
  async know(companyIds: readonly number[]): Promise<void> {
    const unknown = companyIds.filter((companyId) => !this.companies.has(companyId));
    if (unknown.length > 0) {
      const found = await this.source.partnersOf(unknown);
      for (const companyId of unknown) keep(this.companies, companyId, found.get(companyId) ?? []);
    }
    const partnerIds = new Set(companyIds.flatMap((companyId) => this.companies.get(companyId) ?? []));
    await this.knowPartners([...partnerIds]);
  }

  /** The listeners of a company's partners; call `know` before. */
  of(companyId: number): KnownListeners[] {
    return (this.companies.get(companyId) ?? [])
      .map((partnerId) => this.read.get(partnerId))
      .filter((known) => known !== undefined);
  }

  /** What `of` answers for these companies, as the journal compares it. */
  listening(companyIds: readonly number[]): Listening[] {
    return companyIds.flatMap((companyId) =>
      this.of(companyId).map(({ partnerId, fanOutVersion }) => ({ companyId, partnerId, fanOutVersion })),
    );
  }

  forgetCompanies(companyIds: readonly number[]): void {
    for (const companyId of companyIds) {
      for (const partnerId of this.companies.get(companyId) ?? []) this.forgetPartner(partnerId);
      this.companies.delete(companyId);
    }
  }

  forgetPartner(partnerId: number): void {
    this.partners.delete(partnerId);
    this.read.delete(partnerId);
  }

  /** With which version deliveries of a subscription must have been planned to be wanted now. */
  async wantedSince(partnerId: number, subscriptionId: number): Promise<number> {
    const known = this.read.get(partnerId) ?? (await this.reading(partnerId));
    return known?.wantedSince(subscriptionId) ?? Number.POSITIVE_INFINITY;
  }

  /** Where a delivery goes now. */
  async endpointOf(delivery: Addressee): Promise<EndpointLookup> {
    const { partnerId, fanOutVersion } = delivery;
    let known = this.read.get(partnerId) ?? (await this.reading(partnerId));
    if (known && known.fanOutVersion < fanOutVersion) {
      this.forgetPartner(partnerId);
      known = await this.reading(partnerId);
    }
    return known?.endpointOf(delivery) ?? { kind: 'gone' };
  }

  /** Changes may have been missed. */
  forgetAllPartners(): void {
    this.partners.clear();
    this.read.clear();
  }

  /** Forgets partners whose listeners have another version by now. */
  forgetOutdated(
    versions: readonly { readonly partnerId: number; readonly listenersVersion: number }[],
  ): void {
    for (const { partnerId, listenersVersion } of versions) {
      if (this.read.get(partnerId)?.fanOutVersion !== listenersVersion) this.forgetPartner(partnerId);
    }
  }

  private async knowPartners(partnerIds: readonly number[]): Promise<void> {
    this.readUnknown(partnerIds);
    const unread = partnerIds.filter((partnerId) => !this.read.has(partnerId));
    await Promise.all(unread.map((partnerId) => this.reading(partnerId)));
  }

  /** What the reading under way comes to, were it forgotten meanwhile or not. */
  private async reading(partnerId: number): Promise<KnownListeners | null> {
    this.readUnknown([partnerId]);
    return (await this.partners.get(partnerId)) ?? null;
  }

  private readUnknown(partnerIds: readonly number[]): void {
    const oldest = this.now() - MAX_AGE_MS;
    for (const partnerId of partnerIds) {
      const known = this.read.get(partnerId);
      if (known && known.readAt < oldest) this.forgetPartner(partnerId);
    }
    const unknown = partnerIds.filter((partnerId) => !this.partners.has(partnerId));
    if (unknown.length > 0) this.readPartners(unknown);
  }

  /** All in one query, each kept unless it was forgotten meanwhile. */
  private readPartners(partnerIds: readonly number[]): void {
    const reading = this.source
      .listeningTo(partnerIds)
      .then((all) => new Map(all.map((listeners) => [listeners.partnerId, listeners])));
    for (const partnerId of partnerIds) {
      const known: Promise<KnownListeners | null> = reading.then(
        (all) => {
          const listeners = all.get(partnerId);
          if (listeners === undefined) return null;
          const read = new KnownListeners(listeners, this.source, this.now());
          if (this.partners.get(partnerId) === known) keep(this.read, partnerId, read);
          return read;
        },
        (error: unknown) => {
          if (this.partners.get(partnerId) === known) this.partners.delete(partnerId);
          throw error;
        },
      );
      keep(this.partners, partnerId, known);
    }
  }
}

function keep<Value>(map: Map<number, Value>, id: number, value: Value): void {
  map.delete(id);
  map.set(id, value);
  if (map.size <= MAX_KEPT) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
