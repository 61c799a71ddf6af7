import { PlannedAttempt } from '../domain/planned-attempt.js';
import { BY_SUBSCRIPTION, Dispatcher, DispatchLimits } from './dispatcher.js';

const LIMITS: DispatchLimits = {
  inFlight: 20,
  inFlightPerPartner: 8,
  inFlightPerQueue: 4,
  waiting: 100,
  waitingPerQueue: 30,
  bytes: 10_000,
};

let made: PlannedAttempt[];
let dispatcher: Dispatcher;
let nextId: number;

function attempt(partnerId: number, subscriptionId: number, number = 1): PlannedAttempt {
  return {
    partnerId,
    subscriptionId,
    eventId: 'event',
    id: String(nextId++),
    trigger: 'automatic',
    number,
    failures: number - 1,
    continues: true,
    fanOutVersion: 1,
    body: 'x',
    hold: { kind: 'lane', laneId: 1, epoch: 1 },
    state: 'waiting',
  };
}

function add(count: number, partnerId: number, subscriptionId: number, number = 1): PlannedAttempt[] {
  const attempts = Array.from({ length: count }, () => attempt(partnerId, subscriptionId, number));
  for (const one of attempts) dispatcher.add(one);
  return attempts;
}

beforeEach(() => {
  made = [];
  nextId = 1;
  dispatcher = new Dispatcher(LIMITS, BY_SUBSCRIPTION, (one) => made.push(one));
});

describe('The dispatcher', () => {
  it('keeps to the limits of a subscription, a partner and all together', () => {
    add(10, 1, 1);
    expect(made).toHaveLength(4);
    add(10, 1, 2);
    add(10, 1, 3);
    expect(made).toHaveLength(8);
    for (let partner = 2; partner <= 5; partner++)
      for (let id = 0; id < 3; id++) add(5, partner, partner * 10 + id);
    expect(made).toHaveLength(20);
    expect(dispatcher.held).toMatchObject({ inFlight: 20, waiting: 70 });
  });

  it('makes every attempt once, in the order of its subscription', () => {
    const all = [...add(12, 1, 1), ...add(12, 2, 2)];
    for (let place = 0; place < made.length; place++) dispatcher.finished(made[place]!, true);
    expect(new Set(made)).toEqual(new Set(all));
    expect(made).toHaveLength(24);
    const ofFirst = made.filter(({ subscriptionId }) => subscriptionId === 1);
    expect(ofFirst.map(({ id }) => Number(id))).toEqual(
      ofFirst.map(({ id }) => Number(id)).sort((a, b) => a - b),
    );
    expect(dispatcher.held).toEqual({ inFlight: 0, waiting: 0, bytes: 0 });
  });

  it('gives a quiet partner its turn while a busy one floods', () => {
    for (let id = 1; id <= 3; id++) add(30, 1, id);
    const quiet = add(1, 2, 99);
    expect(made).toContain(quiet[0]);
  });

  it('does not let a hanging endpoint hold up its partner’s other one', () => {
    add(30, 1, 1);
    add(10, 1, 2);
    for (let place = 0; place < made.length; place++) {
      if (made[place]!.subscriptionId === 2) dispatcher.finished(made[place]!, true);
    }
    expect(made.filter(({ subscriptionId }) => subscriptionId === 2)).toHaveLength(10);
    expect(made.filter(({ subscriptionId }) => subscriptionId === 1)).toHaveLength(4);
  });

  it('makes first attempts before retries, without starving these', () => {
    add(4, 1, 1);
    add(20, 1, 1, 2);
    add(9, 1, 1);
    for (const one of made.slice(0, 4)) dispatcher.finished(one, true);
    for (let place = 4; place < 12; place++) dispatcher.finished(made[place]!, true);
    const numbers = made.slice(4, 12).map(({ number }) => number);
    expect(numbers.filter((number) => number === 1).length).toBeGreaterThan(5);
    expect(numbers).toContain(2);
  });

  it('probes an endpoint that keeps failing with one attempt at a time, until it answers', () => {
    add(30, 1, 1);
    for (let place = 0; place < 5; place++) dispatcher.finished(made[place]!, false);
    while (dispatcher.held.inFlight > 1) {
      const before = made.length;
      dispatcher.finished(made[before - dispatcher.held.inFlight]!, false);
      expect(made.length - before).toBeLessThanOrEqual(1);
    }
    expect(dispatcher.held.inFlight).toBe(1);
    dispatcher.finished(made.at(-1)!, true);
    expect(dispatcher.held.inFlight).toBe(4);
  });

  it('has no room for more than may wait, by number or by bytes', () => {
    add(34, 1, 1);
    expect(dispatcher.roomFor(1)).toBe(0);
    expect(dispatcher.full()).toEqual([1]);
    expect(dispatcher.roomFor(2)).toBe(30);
    const large = { ...attempt(3, 3), body: 'x'.repeat(10_000) };
    dispatcher.add(large);
    expect(dispatcher.room).toBe(0);
  });

  it('leaves room for others when several endpoints hang', () => {
    for (let id = 1; id <= 5; id++) while (dispatcher.roomFor(id) > 0) add(1, id, id);
    expect(dispatcher.roomFor(99)).toBeGreaterThan(0);
    expect(dispatcher.roomToFetch.total).toBeGreaterThan(0);
    expect(dispatcher.full()).toHaveLength(5);
  });

  it('takes little more of an endpoint that keeps failing', () => {
    add(5, 1, 1);
    for (let place = 0; place < 5; place++) dispatcher.finished(made[place]!, false);
    expect(dispatcher.roomFor(1)).toBe(10);
  });

  it('leaves room for others, however large the bodies of a hanging endpoint are', () => {
    while (dispatcher.roomFor(1) > 0) dispatcher.add({ ...attempt(1, 1), body: 'x'.repeat(1_000) });
    expect(dispatcher.held.bytes).toBeLessThan(LIMITS.bytes);
    expect(dispatcher.roomFor(2)).toBe(30);
  });

  it('takes back what waits and marks what is in flight when a subscription goes, but not what is newer', () => {
    add(10, 1, 1);
    const newer = { ...attempt(1, 1), fanOutVersion: 2 };
    dispatcher.add(newer);
    const withdrawn = dispatcher.withdrawFrom(1, ({ fanOutVersion }) => fanOutVersion < 2);
    expect(withdrawn).toHaveLength(6);
    expect(made.every(({ state }) => state === 'withdrawn')).toBe(true);
    expect(newer.state).toBe('waiting');
    expect(dispatcher.withdraw(newer)).toBe(true);
    for (const one of made.slice()) dispatcher.finished(one, true);
    expect(made).toHaveLength(4);
    expect(dispatcher.held).toEqual({ inFlight: 0, waiting: 0, bytes: 0 });
  });

  it('starts nothing after a stop and gives back what waits', () => {
    add(10, 1, 1);
    expect(dispatcher.stop()).toHaveLength(6);
    for (const one of made.slice()) dispatcher.finished(one, true);
    expect(made).toHaveLength(4);
    expect(dispatcher.room).toBe(0);
  });
});
