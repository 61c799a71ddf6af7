import { BY_SUBSCRIPTION, LIMITS, type TestAttempt, testAttempt } from '../../test/support/test-attempts.js';
import { DISPATCH_LIMITS } from './dispatch-limits.js';
import { Dispatcher } from './dispatcher.js';

let made: TestAttempt[];
let dispatcher: Dispatcher<TestAttempt>;

function add(count: number, partnerId: number, subscriptionId: number, number = 1): TestAttempt[] {
  const attempts = Array.from({ length: count }, () => testAttempt(partnerId, subscriptionId, number));
  for (const one of attempts) dispatcher.add(one);
  return attempts;
}

beforeEach(() => {
  made = [];
  dispatcher = new Dispatcher(LIMITS, BY_SUBSCRIPTION, (one) => made.push(one));
});

describe('The dispatcher', () => {
  it('keeps the limits of a subscription, of a partner and in total', () => {
    add(10, 1, 1);
    expect(made).toHaveLength(4);
    add(10, 1, 2);
    add(10, 1, 3);
    expect(made).toHaveLength(8);
    for (let partner = 2; partner <= 5; partner++)
      for (let id = 0; id < 3; id++) add(5, partner, partner * 10 + id);
    expect(made).toHaveLength(20);
    expect(dispatcher.load).toMatchObject({ inFlight: 20, waiting: 70 });
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
    expect(dispatcher.load).toEqual({ inFlight: 0, waiting: 0, bytes: 0 });
  });

  it('gives a quiet partner its turn while a busy one sends many', () => {
    for (let id = 1; id <= 3; id++) add(30, 1, id);
    const quiet = add(1, 2, 99);
    expect(made).toContain(quiet[0]);
  });

  it('does not let a hanging endpoint delay its partner’s other one', () => {
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
    while (dispatcher.load.inFlight > 1) {
      const before = made.length;
      dispatcher.finished(made[before - dispatcher.load.inFlight]!, false);
      expect(made.length - before).toBeLessThanOrEqual(1);
    }
    expect(dispatcher.load.inFlight).toBe(1);
    dispatcher.finished(made.at(-1)!, true);
    expect(dispatcher.load.inFlight).toBe(4);
  });

  it('refuses attempts beyond the limits of number and bytes', () => {
    add(34, 1, 1);
    expect(dispatcher.roomFor(1)).toBe(0);
    expect(dispatcher.full()).toEqual([1]);
    expect(dispatcher.roomFor(2)).toBe(30);
    const large = { ...testAttempt(3, 3), body: 'x'.repeat(10_000) };
    dispatcher.add(large);
    expect(dispatcher.room).toBe(0);
  });

  it('leaves room for others when several endpoints hang', () => {
    for (let id = 1; id <= 5; id++) while (dispatcher.roomFor(id) > 0) add(1, id, id);
    expect(dispatcher.roomFor(99)).toBeGreaterThan(0);
    expect(dispatcher.roomToFetch.total).toBeGreaterThan(0);
    expect(dispatcher.full()).toHaveLength(5);
  });

  it('accepts few further attempts of an endpoint that keeps failing', () => {
    add(5, 1, 1);
    for (let place = 0; place < 5; place++) dispatcher.finished(made[place]!, false);
    expect(dispatcher.roomFor(1)).toBe(10);
  });

  it('leaves room for others, however large the bodies of a hanging endpoint are', () => {
    while (dispatcher.roomFor(1) > 0) dispatcher.add({ ...testAttempt(1, 1), body: 'x'.repeat(1_000) });
    expect(dispatcher.load.bytes).toBeLessThan(LIMITS.bytes);
    expect(dispatcher.roomFor(2)).toBe(30);
  });

  it('withdraws waiting attempts and marks those in flight when a subscription is deleted, but not newer ones', () => {
    add(10, 1, 1);
    const newer = { ...testAttempt(1, 1), version: 2 };
    dispatcher.add(newer);
    const withdrawn = dispatcher.withdrawFrom(1, ({ version }) => version < 2);
    expect(withdrawn).toHaveLength(6);
    expect(made.every(({ state }) => state === 'withdrawn')).toBe(true);
    expect(newer.state).toBe('waiting');
    expect(dispatcher.withdraw(newer)).toBe(true);
    for (const one of made.slice()) dispatcher.finished(one, true);
    expect(made).toHaveLength(4);
    expect(dispatcher.load).toEqual({ inFlight: 0, waiting: 0, bytes: 0 });
  });

  it('starts nothing after a stop, and returns the waiting attempts', () => {
    add(10, 1, 1);
    expect(dispatcher.stop()).toHaveLength(6);
    for (const one of made.slice()) dispatcher.finished(one, true);
    expect(made).toHaveLength(4);
    expect(dispatcher.room).toBe(0);
  });
});

describe('The dispatcher, while many endpoints hang,', () => {
  const HANGING = 250;
  const BACKLOG = 20;
  const HEALTHY = 50;
  /** Subscriptions of healthy endpoints have ids from here on. */
  const FIRST_HEALTHY = 10_000;

  const crowds = [
    { whose: '250 partners', partnerOf: (id: number) => id },
    { whose: 'four partners', partnerOf: (id: number) => id % 4 },
    { whose: 'one partner', partnerOf: () => 1 },
  ];
  const orders = [
    { how: 'all at once', rounds: BACKLOG, each: 1 },
    { how: 'one after the other', rounds: 1, each: BACKLOG },
  ];
  const cases = crowds.flatMap((crowd) => orders.map((order) => ({ ...crowd, ...order })));

  it.each(cases)('continues with the others: endpoints of $whose, $how', ({ partnerOf, rounds, each }) => {
    dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, (one) => made.push(one));
    for (let round = 0; round < rounds; round++) {
      for (let id = 1; id <= HANGING; id++) add(each, partnerOf(id), id);
    }
    const healthy = Array.from({ length: HEALTHY }, (_, place) =>
      add(BACKLOG, 1_000 + place, FIRST_HEALTHY + place),
    ).flat();
    for (let place = 0; place < made.length; place++) {
      if (made[place]!.subscriptionId >= FIRST_HEALTHY) dispatcher.finished(made[place]!, true);
    }
    expect(made.filter((one) => healthy.includes(one))).toHaveLength(healthy.length);
  });

  it('continues with other endpoints of the same partner', () => {
    dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, (one) => made.push(one));
    for (let id = 1; id <= 100; id++) add(BACKLOG, 1, id);
    add(BACKLOG, 1, FIRST_HEALTHY);
    for (let place = 0; place < made.length; place++) {
      if (made[place]!.subscriptionId === FIRST_HEALTHY) dispatcher.finished(made[place]!, true);
    }
    expect(made.filter(({ subscriptionId }) => subscriptionId === FIRST_HEALTHY)).toHaveLength(BACKLOG);
  });

  it('still gives partners turns on the other half of the places', () => {
    dispatcher = new Dispatcher(
      { ...LIMITS, inFlightPerPartner: 20, inFlightPerQueue: 9, keptForFirst: 1 / 2 },
      BY_SUBSCRIPTION,
      (one) => made.push(one),
    );
    add(30, 1, 1);
    add(30, 1, 2);
    add(30, 2, 3);
    expect(dispatcher.load.inFlight).toBe(11);
    // With the second of them to end there are fewer than half again.
    for (const one of made.slice(0, 3)) dispatcher.finished(one, true);
    expect(made.slice(11).map(({ subscriptionId }) => subscriptionId)).toEqual([3, 2]);
  });
});
