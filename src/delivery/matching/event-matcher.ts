import type { EventType } from '../../event/domain/event-types.js';
import type { DocumentEvent } from '../../event/domain/event.js';
import { Unavailable } from '../../shared/domain/errors.js';
import type { Matchable } from '../../webhook-subscription/domain/matchable.js';
import type { Steps } from '../../shared/domain/steps.js';
import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { FairShare } from '../../queue/fair-share.js';
import { type MatchedVersion, NO_COMPANY } from '../domain/lane-store.js';
import { INDEX_BYTES_PER_PARTNER } from './cached-partner.js';
import { FanOut, NO_PARTNER, type PartnerEvent, testOf, withoutPartner } from './fan-out.js';
import { SubscriptionCache, type CachedSubscriptions } from './subscription-cache.js';
import { PagedTurns } from './paged-turns.js';
import { ProjectionShare } from './projection-share.js';

/** How many groups are matched concurrently, each with an index in memory. */
const GROUPS_AT_ONCE = 8;

/** Bytes of events matched concurrently: half of those that may wait, so that others find room. */
const MATCHING_BYTES = 128 * 1_048_576;

/** The deliveries of each event, in the order of the events, and the versions for the journal to compare. */
export interface Matched {
  readonly partnerEvents: readonly (readonly PartnerEvent[])[];
  readonly matchedVersions: readonly MatchedVersion[];
}

/** The subscriptions changed while their pages were read. */
export class SubscriptionsVersionChanged extends Error {}

/**
 * Finds the matching subscriptions of each partner of an event's company. Yields to the event loop every few
 * milliseconds, however many subscriptions there are.
 */
export class EventMatcher {
  private readonly turns = new PagedTurns();
  private readonly matching = new FairShare(MATCHING_BYTES);
  private readonly projectionShare = ProjectionShare.among();

  constructor(private readonly subscriptionCache: SubscriptionCache) {}

  /**
   * @throws SubscriptionsVersionChanged
   * @throws Unavailable if too many events of one of the partners are being matched
   */
  async match(events: readonly DocumentEvent[]): Promise<Matched> {
    const partnersOf = await this.subscriptionCache.partnersOf([
      ...new Set(events.filter(isForAll).map(({ companyId }) => companyId)),
    ]);
    const bytes = bytesByPartner(events, partnersOf);
    for (const [partnerId, ofPartner] of bytes) {
      if (ofPartner > this.matching.freeFor(partnerId)) throw tooMany();
    }
    for (const [partnerId, ofPartner] of bytes) this.matching.count(partnerId, ofPartner);
    const partnerEvents = events.map((): PartnerEvent[] => []);
    try {
      return await this.matchAll(events, partnersOf, partnerEvents);
    } catch (error) {
      for (const { release } of partnerEvents.flat()) release();
      throw error;
    } finally {
      for (const [partnerId, ofPartner] of bytes) this.matching.count(partnerId, -ofPartner);
    }
  }

  /** Matches sample events with a single subscription, regardless of its conditions. */
  test(events: readonly DocumentEvent[], target: WebhookSubscription): Matched {
    const room = this.projectionShare(target.partnerId);
    return { partnerEvents: events.map((event) => [testOf(event, target, room)]), matchedVersions: [] };
  }

  private async matchAll(
    events: readonly DocumentEvent[],
    partnersOf: ReadonlyMap<number, readonly number[]>,
    partnerEvents: PartnerEvent[][],
  ): Promise<Matched> {
    const versions = new Map<number, number>();
    const groups = groupsOf(events, partnersOf);
    for (let start = 0; start < groups.length; start += GROUPS_AT_ONCE) {
      const some = groups.slice(start, start + GROUPS_AT_ONCE);
      const found = await Promise.all(
        some.map(({ partnerId, type }) => this.subscriptionCache.subscriptionsOf(partnerId, type)),
      );
      for (const [index, { type, places }] of some.entries()) {
        const subscriptions = found[index];
        if (!subscriptions) continue;
        const { partnerId, subscriptionsVersion } = subscriptions;
        if ((versions.get(partnerId) ?? subscriptionsVersion) !== subscriptionsVersion)
          throw new SubscriptionsVersionChanged();
        versions.set(partnerId, subscriptionsVersion);
        const jobs = places.flatMap((place) => {
          const event = events[place];
          if (event === undefined) return [];
          return [
            { place, event, fanOut: new FanOut(event, subscriptions, this.projectionShare(partnerId)) },
          ];
        });
        try {
          await this.fanOut(subscriptions, type, jobs);
        } catch (error) {
          for (const { fanOut } of jobs) fanOut.release();
          throw error;
        }
        for (const { place, fanOut } of jobs) partnerEvents[place]?.push(fanOut.end());
      }
    }
    for (const [place, event] of events.entries()) {
      if (partnerEvents[place]?.length === 0)
        partnerEvents[place] = withoutPartner(event, this.projectionShare(NO_PARTNER.partnerId));
    }
    return { partnerEvents, matchedVersions: matchedVersionsOf(events, partnersOf, versions) };
  }

  private async fanOut(
    { partnerId, subscriptionsVersion, index }: CachedSubscriptions,
    type: EventType,
    jobs: readonly Job[],
  ): Promise<void> {
    if (index !== null) {
      await this.subscriptionCache.slices.run(partnerId, matching(index, jobs));
      return;
    }
    await this.turns.take(partnerId, async () => {
      for (let after = 0, isLast = false; !isLast;) {
        const page = await this.subscriptionCache.pageOf(partnerId, type, after);
        if (page?.subscriptionsVersion !== subscriptionsVersion) throw new SubscriptionsVersionChanged();
        await this.subscriptionCache.slices.run(partnerId, matchingPage(page.subscriptions, jobs));
        after = page.subscriptions.at(-1)?.id ?? after;
        isLast = page.isLast;
      }
    });
  }
}

interface Job {
  readonly event: DocumentEvent;
  readonly fanOut: FanOut;
}

/** The events of one type for one partner, by their places. */
interface Group {
  readonly partnerId: number;
  readonly type: EventType;
  readonly places: number[];
}

/** Matches a page, in parts if it takes more memory than a partner's share. */
function* matchingPage(subscriptions: readonly Matchable[], jobs: readonly Job[]): Steps<void> {
  const most = subscriptions.length > 1 ? INDEX_BYTES_PER_PARTNER : Number.POSITIVE_INFINITY;
  const index = yield* SubscriptionIndex.buildingWithin(most, subscriptions);
  if (index !== null) {
    yield* matching(index, jobs);
    return;
  }
  const half = Math.ceil(subscriptions.length / 2);
  yield* matchingPage(subscriptions.slice(0, half), jobs);
  yield* matchingPage(subscriptions.slice(half), jobs);
}

function* matching(index: SubscriptionIndex, jobs: readonly Job[]): Steps<void> {
  for (const { event, fanOut } of jobs) {
    for (const match of yield* index.steps(event.data)) {
      fanOut.add(match);
      yield;
    }
  }
}

/** True for an event that goes to all partners of its company. */
export function isForAll({ audience }: DocumentEvent): boolean {
  return audience === undefined;
}

/** The partners that an event goes to. */
function partnersFor(
  { audience, companyId }: DocumentEvent,
  partnersOf: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  return audience === undefined ? (partnersOf.get(companyId) ?? []) : [audience.partnerId];
}

function matchedVersionsOf(
  events: readonly DocumentEvent[],
  partnersOf: ReadonlyMap<number, readonly number[]>,
  versions: ReadonlyMap<number, number>,
): MatchedVersion[] {
  const matchedVersions: MatchedVersion[] = [];
  const addressed = new Set(events.flatMap(({ audience }) => audience?.partnerId ?? []));
  for (const [companyId, partnerIds] of [...partnersOf, [NO_COMPANY, [...addressed]] as const]) {
    for (const partnerId of partnerIds) {
      const subscriptionsVersion = versions.get(partnerId);
      if (subscriptionsVersion !== undefined)
        matchedVersions.push({ companyId, partnerId, subscriptionsVersion });
    }
  }
  return matchedVersions;
}

function bytesByPartner(
  events: readonly DocumentEvent[],
  partnersOf: ReadonlyMap<number, readonly number[]>,
): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const event of events) {
    for (const partnerId of partnersFor(event, partnersOf)) {
      bytes.set(partnerId, (bytes.get(partnerId) ?? 0) + event.json.length);
    }
  }
  return bytes;
}

function tooMany(): Unavailable {
  return new Unavailable(
    'Too many events of a partner are waiting to be matched with its subscriptions. Nothing was stored.',
    1,
  );
}

function groupsOf(
  events: readonly DocumentEvent[],
  partnersOf: ReadonlyMap<number, readonly number[]>,
): Group[] {
  const groups = new Map<string, Group>();
  for (const [place, event] of events.entries()) {
    const { type } = event;
    for (const partnerId of partnersFor(event, partnersOf)) {
      const key = `${partnerId} ${type}`;
      const group = groups.get(key);
      if (group) group.places.push(place);
      else groups.set(key, { partnerId, type, places: [place] });
    }
  }
  return [...groups.values()];
}
