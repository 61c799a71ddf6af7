import type { DocumentEvent } from '../../event/domain/event.js';
import { DISPATCH_LIMITS } from '../../queue/dispatch-limits.js';
import { Dispatcher } from '../../queue/dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { SMALLEST_ID } from '../../shared/domain/time-ordered-id.js';
import { BY_SUBSCRIPTION } from '../attempt/delivery-dispatcher.js';
import {
  type JournalGroup,
  type JournalResult,
  type HeartbeatResult,
  LaneStore,
  type OwnedLane,
} from '../domain/lane-store.js';
import { SubscriptionSource } from '../domain/subscription-source.js';
import { SubscriptionCache } from '../matching/subscription-cache.js';
import { Intake } from './intake.js';
import { Lanes } from './lanes.js';
import { Turns } from './turns.js';

/** A clock that stands still until it is told otherwise. */
class HandClock extends EngineClock {
  private time = 0;
  private readonly timers = new Set<{ readonly at: number; readonly call: () => void }>();

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.time + milliseconds, call };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Calls what is due by then, and lets everything follow from it. */
  async advance(milliseconds: number): Promise<void> {
    await settled();
    this.time += milliseconds;
    for (const timer of this.timers) if (timer.at <= this.time && this.timers.delete(timer)) timer.call();
    await settled();
  }
}

/** The company of a partner whose subscriptions have changed whenever its events are written. */
const CHANGING_COMPANY = 2;

/** Lanes whose groups are committed when they are told to. */
class SlowLanes extends LaneStore {
  /** How many events each group has had. */
  readonly sizes: number[] = [];
  private readonly commits: (() => void)[] = [];
  private opened = 0;

  async open(): Promise<OwnedLane> {
    return { id: ++this.opened, epoch: 1, after: SMALLEST_ID };
  }

  write(_lane: OwnedLane, { keys, companyIds }: JournalGroup): Promise<JournalResult> {
    this.sizes.push(keys.length);
    if (companyIds.includes(CHANGING_COMPANY)) return Promise.resolve({ kind: 'stale' });
    return new Promise((resolve) => {
      this.commits.push(() => resolve({ kind: 'written', duplicates: [], waiting: [] }));
    });
  }

  async commit(): Promise<void> {
    this.commits.shift()?.();
    await settled();
  }

  async heartbeat(): Promise<HeartbeatResult> {
    return { lost: new Set(), areOthersAbandoned: false };
  }

  async close(): Promise<void> {}

  async takeOverAbandoned(): Promise<number> {
    return 0;
  }
}

class NoPartners extends SubscriptionSource {
  async partnersOf(): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map();
  }

  async pagesOf(): Promise<readonly never[]> {
    return [];
  }

  async statesOf(): Promise<readonly never[]> {
    return [];
  }

  endpointOf(): never {
    throw new Error('There is no subscription.');
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function eventOf(number: number, companyId = 1): DocumentEvent {
  return {
    key: `event-${number}`,
    type: 'document.accepted',
    typeId: 'doc-1',
    companyId,
    createdAt: new Date(0),
    data: {},
    json: '{}',
    company: null,
    brand: null,
    emails: [],
  };
}

describe('Events that arrive while a group is being written', () => {
  let clock: HandClock;
  let store: SlowLanes;
  let intake: Intake;
  let reported: number;

  beforeEach(async () => {
    [clock, store, reported] = [new HandClock(), new SlowLanes(), 0];
    const ignore = () => undefined;
    const dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, ignore);
    const lanes = new Lanes(store, dispatcher, ignore, clock, ignore);
    const cache = new SubscriptionCache(new NoPartners(), clock);
    const turns = new Turns(dispatcher, 60_000, DISPATCH_LIMITS.bytes);
    intake = new Intake(store, lanes, cache, dispatcher, clock, turns, 60_000);
    await lanes.open();
  });

  const report = (events: number): void => {
    for (let count = 0; count < events; count++) void intake.accept([eventOf(reported++)]);
  };

  it('make up the next group, which begins when the first is committed', async () => {
    report(1);
    await clock.advance(0);
    report(2);
    await clock.advance(1);
    report(1);
    await clock.advance(1);
    expect(store.sizes).toEqual([1]);
    await store.commit();
    expect(store.sizes).toEqual([1, 3]);
  });

  it('wait for a slow group five milliseconds at most', async () => {
    report(1);
    await clock.advance(0);
    report(2);
    await clock.advance(4);
    expect(store.sizes).toEqual([1]);
    await clock.advance(1);
    expect(store.sizes).toEqual([1, 2]);
  });

  it('are written beside it at once when they are many', async () => {
    report(1);
    await clock.advance(0);
    report(99);
    await clock.advance(0);
    expect(store.sizes).toEqual([1]);
    report(1);
    await clock.advance(0);
    expect(store.sizes).toEqual([1, 100]);
  });

  it('are refused only if subscriptions of their own partner keep changing', async () => {
    const other = intake.accept([eventOf(1)]);
    const changing = intake.accept([eventOf(2, CHANGING_COMPANY)]);
    const refused = expect(changing).rejects.toThrow('The subscriptions change faster');
    for (let time = 0; time < 40; time++) {
      await store.commit();
      await clock.advance(5);
    }
    await refused;
    expect(await other).toHaveLength(1);
  });
});
