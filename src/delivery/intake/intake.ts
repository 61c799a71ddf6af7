import { AcceptedEvent, DocumentEvent } from '../../event/domain/event.js';
import { EventJournal } from '../../event/domain/event-journal.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { Fifo } from '../dispatch/fifo.js';
import { deliveryBody } from '../domain/delivery-body.js';
import { deliveryId } from '../domain/delivery-key.js';
import { EngineClock } from '../domain/engine-clock.js';
import { EventKey, JournalEntry, LaneLost, LaneStore } from '../domain/lane-store.js';
import { PlannedAttempt } from '../domain/planned-attempt.js';
import { fanOut, PartnerEvent, testOf } from './fan-out.js';
import { Lane } from './lane.js';
import { Lanes } from './lanes.js';
import { ListenerCache } from './listener-cache.js';

/** A group takes waiting requests until it holds so many events or bytes; a single request is never divided. */
const GROUP_EVENTS = 500;
const GROUP_BYTES = 16 * 1_048_576;
/** Beyond this many waiting bytes new requests are turned away: 503, and the caller comes again. */
const MAX_WAITING_BYTES = 256 * 1_048_576;
/** How often a group is matched again when listeners change under it. */
const MAX_MATCHES = 8;

interface IntakeRequest {
  readonly events: readonly DocumentEvent[];
  /** For a test: the one subscription its sample goes to. */
  readonly target: WebhookSubscription | null;
  readonly bytes: number;
  readonly accepted: (answers: AcceptedEvent[]) => void;
  readonly refused: (error: Error) => void;
}

interface IntakeItem {
  readonly event: DocumentEvent;
  readonly eventId: string;
  readonly target: WebhookSubscription | null;
}

/**
 * Takes events in. Requests that wait while a lane commits make up the next group, which is written in one
 * transaction; then their first attempts, which are this process's by the lane, go straight to the dispatcher.
 */
export class Intake extends EventJournal {
  private readonly waiting = new Fifo<IntakeRequest>();
  private waitingBytes = 0;

  constructor(
    private readonly store: LaneStore,
    private readonly lanes: Lanes,
    private readonly listeners: ListenerCache,
    private readonly dispatcher: Dispatcher,
    private readonly clock: EngineClock,
  ) {
    super();
    lanes.onFree(() => this.writeWhatWaits());
  }

  override accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]> {
    return this.enqueue(events, null);
  }

  /** Sends a sample event to one subscription, for real; answers the delivery's id. */
  async acceptTest(event: DocumentEvent, target: WebhookSubscription): Promise<string> {
    const [accepted] = await this.enqueue([event], target);
    return deliveryId({ eventId: accepted?.id ?? '', subscriptionId: target.id });
  }

  private enqueue(
    events: readonly DocumentEvent[],
    target: WebhookSubscription | null,
  ): Promise<AcceptedEvent[]> {
    if (!this.lanes.any) throw new Unavailable('The database is away. Nothing was stored.');
    const bytes = events.reduce((sum, { json }) => sum + json.length, 0);
    if (this.waitingBytes + bytes > MAX_WAITING_BYTES) {
      throw new Unavailable('More events wait than can be written. Nothing was stored.', 1);
    }
    return new Promise((accepted, refused) => {
      this.waitingBytes += bytes;
      this.waiting.push({ events, target, bytes, accepted, refused });
      // Requests that arrive in the same turn of the event loop share a group.
      this.clock.after(0, () => this.writeWhatWaits());
    });
  }

  private writeWhatWaits(): void {
    if (!this.lanes.any) this.refuseAll();
    for (let lane = this.lanes.idle(); lane && this.waiting.length > 0; lane = this.lanes.idle()) {
      void this.writeGroup(lane, this.nextGroup());
    }
  }

  private nextGroup(): IntakeRequest[] {
    const group: IntakeRequest[] = [];
    let events = 0;
    let bytes = 0;
    for (let next = this.waiting.peek(); next; next = this.waiting.peek()) {
      if (
        group.length > 0 &&
        (events + next.events.length > GROUP_EVENTS || bytes + next.bytes > GROUP_BYTES)
      )
        break;
      events += next.events.length;
      bytes += next.bytes;
      group.push(next);
      this.waiting.shift();
    }
    this.waitingBytes -= bytes;
    return group;
  }

  private refuseAll(): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      this.waitingBytes -= next.bytes;
      next.refused(new Unavailable('The database is away. Nothing was stored.'));
    }
  }

  private async writeGroup(lane: Lane, group: readonly IntakeRequest[]): Promise<void> {
    lane.isWriting = true;
    try {
      await this.write(lane, group);
    } catch (error) {
      if (group.length > 1 && !(error instanceof LaneLost)) {
        // One request's fault must not become another's: each is written by itself.
        for (const request of group) {
          await this.write(lane, [request]).catch((fault: Error) => request.refused(refusalOf(fault)));
        }
      } else {
        for (const request of group) request.refused(refusalOf(error));
      }
      if (error instanceof LaneLost) this.lanes.lose(lane);
    } finally {
      lane.isWriting = false;
      this.writeWhatWaits();
    }
  }

  private async write(lane: Lane, group: readonly IntakeRequest[]): Promise<void> {
    const items = group.flatMap(({ events, target }) =>
      events.map((event): IntakeItem => ({ event, eventId: lane.ids.next(), target })),
    );
    const firsts = withoutRepetitions(items);
    const companyIds = [
      ...new Set(firsts.filter(({ target }) => !target).map(({ event }) => event.companyId)),
    ];
    for (let match = 0; match < MAX_MATCHES; match++) {
      await this.listeners.know(companyIds);
      const listening = companyIds.flatMap((companyId) =>
        this.listeners
          .of(companyId)
          .map(({ partnerId, fanOutVersion }) => ({ companyId, partnerId, fanOutVersion })),
      );
      const matched = firsts.map((item) => ({ item, partnerEvents: this.match(item) }));
      const { entries, attempts } = this.plan(
        lane,
        matched.flatMap(({ partnerEvents }) => partnerEvents),
      );
      const keys = matched
        .filter(({ item }) => item.event.key !== null)
        .map(({ item, partnerEvents }) => keyOf(item, partnerEvents));
      const result = await this.store.write(lane.owned, { companyIds, listening, keys, entries });
      if (result.kind === 'stale') {
        this.listeners.forgetCompanies(companyIds);
        continue;
      }
      const duplicates = new Map(
        result.duplicates.map((key) => [repetitionKey(key.companyId, key.key), key]),
      );
      this.start(lane, firsts, attempts, duplicates);
      const counts = new Map(
        matched.map(({ item, partnerEvents }) => [item.eventId, countOf(partnerEvents)]),
      );
      answer(group, items, duplicates, counts);
      return;
    }
    throw new Unavailable(
      'The subscriptions change faster than events can be matched. Nothing was stored.',
      1,
    );
  }

  private match({ event, eventId, target }: IntakeItem): PartnerEvent[] {
    if (target) return [testOf(event, eventId, target)];
    return fanOut(event, eventId, this.listeners.of(event.companyId));
  }

  /** Splits the deliveries into those that find room in the dispatcher and those that wait in the table. */
  private plan(lane: Lane, partnerEvents: readonly PartnerEvent[]) {
    const reserved = new Map<number, number>();
    const attempts = new Map<string, PlannedAttempt[]>();
    let room = this.dispatcher.room;
    const entries = partnerEvents.map(({ entry, deliveries }): JournalEntry => {
      const parked: number[] = [];
      for (const { subscription, dataJson } of deliveries) {
        const taken = reserved.get(subscription.id) ?? 0;
        if (room <= 0 || taken >= this.dispatcher.roomFor(subscription.id)) {
          parked.push(subscription.id);
          continue;
        }
        room -= 1;
        reserved.set(subscription.id, taken + 1);
        const planned = attempts.get(entry.eventId) ?? [];
        planned.push(firstAttempt(lane, entry, subscription.id, dataJson));
        attempts.set(entry.eventId, planned);
      }
      return { ...entry, parked };
    });
    return { entries, attempts };
  }

  private start(
    lane: Lane,
    items: readonly IntakeItem[],
    attempts: ReadonlyMap<string, readonly PlannedAttempt[]>,
    duplicates: ReadonlyMap<string, EventKey>,
  ): void {
    const now = this.clock.monotonic();
    for (const { event, eventId } of items) {
      if (event.key !== null && duplicates.has(repetitionKey(event.companyId, event.key))) continue;
      const planned = attempts.get(eventId) ?? [];
      lane.progress.track(eventId, planned, now);
      for (const attempt of planned) this.dispatcher.add(attempt);
    }
  }
}

function firstAttempt(
  lane: Lane,
  entry: Omit<JournalEntry, 'parked'>,
  subscriptionId: number,
  dataJson: string,
): PlannedAttempt {
  const { partnerId, eventId, isTest } = entry;
  return {
    partnerId,
    subscriptionId,
    eventId,
    id: deliveryId({ subscriptionId, eventId }),
    trigger: isTest ? 'test' : 'automatic',
    number: 1,
    failures: 0,
    continues: !isTest,
    body: deliveryBody(entry, subscriptionId, dataJson),
    hold: { kind: 'lane', laneId: lane.owned.id, epoch: lane.owned.epoch },
    state: 'waiting',
  };
}

function repetitionKey(companyId: number, key: string): string {
  return `${companyId} ${key}`;
}

/** The items but those whose key an earlier one of the same group has. */
function withoutRepetitions(items: readonly IntakeItem[]): IntakeItem[] {
  const seen = new Set<string>();
  return items.filter(({ event }) => {
    if (event.key === null) return true;
    const key = repetitionKey(event.companyId, event.key);
    return !seen.has(key) && seen.add(key);
  });
}

function keyOf({ event }: IntakeItem, partnerEvents: readonly PartnerEvent[]): EventKey {
  return { companyId: event.companyId, key: event.key ?? '', deliveries: countOf(partnerEvents), emails: 0 };
}

function countOf(partnerEvents: readonly PartnerEvent[]): number {
  return partnerEvents.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
}

/** Answers each request, its events in their order. */
function answer(
  group: readonly IntakeRequest[],
  items: readonly IntakeItem[],
  duplicates: ReadonlyMap<string, EventKey>,
  counts: ReadonlyMap<string, number>,
): void {
  const first = new Map<string, AcceptedEvent>();
  const answers = items.map(({ event, eventId }): AcceptedEvent => {
    const id = event.key ?? eventId;
    const key = event.key === null ? eventId : repetitionKey(event.companyId, event.key);
    const before = first.get(key);
    if (before) return { ...before, duplicate: true };
    const known = duplicates.get(key);
    const accepted: AcceptedEvent = known
      ? { id, duplicate: true, deliveries: known.deliveries, emails: known.emails }
      : { id, duplicate: false, deliveries: counts.get(eventId) ?? 0, emails: 0 };
    first.set(key, accepted);
    return accepted;
  });
  let start = 0;
  for (const { events, accepted } of group) {
    accepted(answers.slice(start, start + events.length));
    start += events.length;
  }
}

function refusalOf(error: unknown): Error {
  if (error instanceof LaneLost) return new Unavailable('The database went away while events were written.');
  return error instanceof Error ? error : new Error('Events could not be written.');
}
