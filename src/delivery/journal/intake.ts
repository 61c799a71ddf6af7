import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import type { AcceptedEvent, DocumentEvent } from '../../event/domain/event.js';
import { EventJournal } from '../../event/domain/event-journal.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { deliveryId } from '../domain/delivery-key.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { type JournalEntry, LaneLost, LaneStore } from '../domain/lane-store.js';
import { EventMatcher, SubscriptionsVersionChanged, type Matched } from '../matching/event-matcher.js';
import { type FirstAttempts, planFirstAttempts } from './first-attempts.js';
import { deliveriesOf, Duplicates, emailsOf, IntakeGroup, type IntakeItem, keysOf } from './intake-group.js';
import { IntakeQueue, type IntakeRequest, type MatchedRequest, releaseProjections } from './intake-queue.js';
import { Lane } from './lane.js';
import { Lanes } from './lanes.js';
import { SubscriptionCache } from '../matching/subscription-cache.js';
import { Turns } from './turns.js';

/** How many times a request is matched if subscriptions keep changing. */
const MAX_MATCHES = 8;
/**
 * How long the next group waits for the current one. Waiting pays, because a group of twice the size costs little more.
 */
const PATIENCE_MS = 5;

/**
 * Accepts events. Requests that wait while a lane commits form the next group, which is written in one transaction.
 * Their first attempts, owned by this process through the lane, then go directly to the dispatcher. A second group is
 * written concurrently only if many events wait, or the first one takes long.
 */
export class Intake extends EventJournal {
  private readonly queue = new IntakeQueue();
  private readonly matcher: EventMatcher;
  private emailsWritten: () => void = () => undefined;
  private overflow: () => void = () => undefined;
  /** When the writing of the latest group began. */
  private begunAt = Number.NEGATIVE_INFINITY;
  private stopWaiting: () => void = () => undefined;
  private writesAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly store: LaneStore,
    private readonly lanes: Lanes,
    private readonly subscriptionCache: SubscriptionCache,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly clock: EngineClock,
    private readonly turns: Turns,
    private readonly leaseMs: number,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {
    super();
    this.matcher = new EventMatcher(subscriptionCache);
    lanes.onFree(() => this.writeWhatWaits());
  }

  /** Registers a callback for written emails, so that they are claimed at once. */
  onEmails(written: () => void): void {
    this.emailsWritten = written;
  }

  /** Registers a callback for first attempts that were written to the table because memory had no room. */
  onOverflow(overflow: () => void): void {
    this.overflow = overflow;
  }

  override accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]> {
    return this.enqueue(events, null);
  }

  /** Accepts a sample event for one subscription. Returns the delivery's id. @throws Unavailable */
  async acceptTest(event: DocumentEvent, target: WebhookSubscription): Promise<string> {
    const [accepted] = await this.enqueue([event], target);
    return deliveryId({ eventId: accepted?.id ?? '', subscriptionId: target.id });
  }

  private enqueue(
    events: readonly DocumentEvent[],
    target: WebhookSubscription | null,
  ): Promise<AcceptedEvent[]> {
    return new Promise((accepted, refused) => {
      if (!this.lanes.any) throw databaseAway();
      void this.prepare(this.queue.admit({ events, target, accepted, refused }), 0);
    });
  }

  /** Matches before a lane is taken, so that other requests can be written meanwhile. */
  private async prepare(request: IntakeRequest, matches: number): Promise<void> {
    try {
      const { events, target } = request;
      const matched =
        target === null
          ? await this.match(events, matches)
          : { ...this.matcher.test(events, target), matches };
      this.queue.add({ ...request, matched, matches: matched.matches + 1 });
      // Let requests that arrive in the same turn of the event loop share a group.
      this.writeIn(0);
    } catch (error) {
      request.refused(refusalOf(error));
    }
  }

  private async match(
    events: readonly DocumentEvent[],
    matches: number,
  ): Promise<Matched & { readonly matches: number }> {
    for (let tries = matches; tries < MAX_MATCHES; tries++) {
      try {
        return { ...(await this.matcher.match(events)), matches: tries };
      } catch (error) {
        if (!(error instanceof SubscriptionsVersionChanged)) throw error;
        const companyIds = events.map(({ companyId }) => companyId);
        this.forget(
          companyIds,
          events.flatMap(({ audience }) => audience?.partnerId ?? []),
        );
      }
    }
    throw new Unavailable(
      'The subscriptions change faster than events can be matched. Nothing was stored.',
      1,
    );
  }

  /** Schedules writing, unless it happens earlier. */
  private writeIn(milliseconds: number): void {
    const at = this.clock.monotonic() + milliseconds;
    if (at >= this.writesAt) return;
    this.stopWaiting();
    this.writesAt = at;
    this.stopWaiting = this.clock.after(milliseconds, () => this.writeWhatWaits());
  }

  private writeWhatWaits(): void {
    this.stopWaiting();
    this.writesAt = Number.POSITIVE_INFINITY;
    if (!this.lanes.any) this.queue.refuseAll(databaseAway());
    for (let lane = this.lanes.idle(); lane && !this.queue.isEmpty; lane = this.lanes.idle()) {
      const now = this.clock.monotonic();
      const patience = this.begunAt + PATIENCE_MS - now;
      if (patience > 0 && this.lanes.areWriting && !this.queue.isLong) {
        this.writeIn(patience);
        return;
      }
      this.begunAt = now;
      void this.writeGroup(lane, this.queue.nextGroup());
    }
  }

  private async writeGroup(lane: Lane, requests: readonly MatchedRequest[]): Promise<void> {
    lane.isWriting = true;
    try {
      await this.write(lane, requests);
    } catch (error) {
      if (requests.length > 1 && !(error instanceof LaneLost)) {
        // Write each request separately, so that a faulty one does not affect the others.
        for (const request of requests) {
          await this.write(lane, [request]).catch((fault: unknown) => {
            request.refused(refusalOf(fault));
            if (fault instanceof LaneLost) this.lanes.lose(lane);
          });
        }
      } else {
        for (const request of requests) request.refused(refusalOf(error));
      }
      if (error instanceof LaneLost) this.lanes.lose(lane);
    } finally {
      lane.isWriting = false;
      this.writeWhatWaits();
    }
  }

  private async write(lane: Lane, requests: readonly MatchedRequest[]): Promise<void> {
    const requested = new IntakeGroup(requests, () => lane.ids.next());
    const { items, companyIds, partnerIds, matchedVersions } = requested;
    const emails = emailsOf(items, () => lane.ids.next());
    const { leaseMs } = this;
    const leaseExpiresAt = this.clock.monotonic() + leaseMs;
    const { entries, attempts } = planFirstAttempts(lane.owned, items, this.dispatcher, leaseExpiresAt);
    const keys = keysOf(items);
    const matched = { companyIds, partnerIds, matchedVersions };
    const group = { ...matched, keys, entries, emails, leaseMs };
    const result = await this.store.write(lane.owned, group);
    if (result.kind === 'stale') {
      this.forget(companyIds, partnerIds);
      for (const request of requests) {
        releaseProjections(request);
        void this.prepare(request, request.matches);
      }
      return;
    }
    const duplicates = new Duplicates(result.duplicates);
    this.start(lane, items, attempts, duplicates, new Set(result.waiting.map(deliveryId)));
    requested.answer(duplicates);
    if (emails.length > 0) this.emailsWritten();
    if (entries.some(hasOverflow)) this.overflow();
  }

  /** Drops the subscriptions that events were matched against from the cache. */
  private forget(companyIds: readonly number[], partnerIds: readonly number[]): void {
    this.subscriptionCache.forgetCompanies(companyIds);
    for (const partnerId of partnerIds) this.subscriptionCache.forgetPartner(partnerId);
  }

  private start(
    lane: Lane,
    items: readonly IntakeItem[],
    attempts: FirstAttempts['attempts'],
    duplicates: Duplicates,
    waiting: ReadonlySet<string>,
  ): void {
    const now = this.clock.monotonic();
    for (const item of items) {
      if (duplicates.of(item)) {
        this.observer.repeated(item.event);
        continue;
      }
      this.observer.accepted(item.event, deliveriesOf(item.partnerEvents));
      const planned = attempts.get(item.eventId) ?? [];
      lane.progress.track(
        item.eventId,
        planned.filter(({ ownership }) => ownership.kind === 'lane'),
        now,
      );
      for (const attempt of planned) {
        if (waiting.has(attempt.id)) this.turns.keep(attempt);
        else this.begin(attempt);
      }
    }
  }

  private begin(attempt: PlannedAttempt): void {
    if (attempt.document !== null) this.turns.begin(attempt);
    this.dispatcher.add(attempt);
  }
}

function hasOverflow({ overflow, inTurn }: JournalEntry): boolean {
  return overflow.length > 0 || inTurn.some(({ isKept }) => !isKept);
}

function databaseAway(): Unavailable {
  return new Unavailable('The database does not answer. Nothing was stored.');
}

function refusalOf(error: unknown): Error {
  if (error instanceof LaneLost)
    return new Unavailable('The connection to the database broke while events were written.');
  return error instanceof Error ? error : new Error('Events could not be written.');
}
