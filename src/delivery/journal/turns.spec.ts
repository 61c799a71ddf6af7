import { DISPATCH_LIMITS } from '../../queue/dispatch-limits.js';
import { Dispatcher } from '../../queue/dispatcher.js';
import { BY_SUBSCRIPTION } from '../attempt/delivery-dispatcher.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { isLeaseOf, leaseOf } from '../domain/lane-store.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Turns } from './turns.js';

const LEASE_MS = 60_000;

function attempt(number: number, document = 'doc'): PlannedAttempt {
  return {
    partnerId: 1,
    subscriptionId: 7,
    eventId: `event ${number}`,
    id: `msg_${number}`,
    trigger: 'automatic',
    isTest: false,
    number: 1,
    failures: 0,
    continues: true,
    subscriptionsVersion: 1,
    body: 'a body of 20 letters',
    document,
    next: null,
    ownership: { kind: 'lease', lease: `lease ${number}`, expiresAt: 0 },
    state: 'waiting',
  };
}

function ended(made: PlannedAttempt, passedTo?: 'us' | 'all'): DeliveryCompletion {
  return { attempt: made, decision: { kind: 'succeeded' }, report: null, ...(passedTo && { passedTo }) };
}

describe('The turns of a document', () => {
  let turns: Turns;
  let begun: PlannedAttempt[];
  const [first, second, third, other] = [1, 2, 3, 4].map((number) =>
    attempt(number, number === 4 ? 'other' : 'doc'),
  ) as [PlannedAttempt, PlannedAttempt, PlannedAttempt, PlannedAttempt];

  const pass = (completion: DeliveryCompletion, now: number) => turns.pass([completion], [completion], now);

  beforeEach(() => {
    const dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, (made) => void begun.push(made));
    begun = [];
    turns = new Turns(dispatcher, LEASE_MS, 50);
    for (const one of [first, second, third, other]) Object.assign(one, { next: null, state: 'waiting' });
    turns.begin(first);
    turns.keep(second);
  });

  it('are taken by this process one after another, each with the lease of the previous one', () => {
    turns.keep(third);
    expect(first.next).toEqual({ attempt: second, leaseMs: LEASE_MS });
    expect(pass(ended(first, 'us'), 100)).toEqual({ passed: [], stranded: [] });
    expect(second.ownership).toEqual({ kind: 'lease', lease: 'lease 1', expiresAt: 100 + LEASE_MS });
    pass(ended(second, 'us'), 200);
    pass(ended(third), 300);
    expect(begun).toEqual([second, third]);
  });

  it('are dropped with the previous one, unless the database passed the turn to this process', () => {
    expect(pass(ended(first, 'all'), 100)).toEqual({ passed: [first], stranded: [] });
    turns.keep(third);
    expect([first.next, second.next, begun]).toEqual([null, null, []]);
  });

  it('return the waiting attempts if another process writes the end', () => {
    turns.keep(third);
    expect(turns.pass([], [ended(first)], 100)).toEqual({ passed: [], stranded: [second] });
    expect(second.ownership).toBe(first.ownership);
    expect([first.next, second.next, begun]).toEqual([null, null, []]);
  });

  it('are not kept behind attempts of other processes, or without room', () => {
    turns.keep(other);
    expect([first.next?.attempt, second.next]).toEqual([second, null]);
    turns.keep(third);
    turns.keep(attempt(5));
    expect(third.next).toBeNull();
    turns.forget(first);
    turns.begin(other);
    turns.keep(attempt(6, 'other'));
    expect(other.next).not.toBeNull();
  });

  it('start again while an outcome is still being written', () => {
    turns.begin(third);
    turns.forget(first);
    turns.keep(attempt(5));
    expect(third.next?.attempt.eventId).toBe('event 5');
  });
});

describe('A lease', () => {
  it('names the lane and the epoch of its process', () => {
    const lease = leaseOf({ id: 3, epoch: 12 }, 'abcdef0123');
    expect(lease).toBe('00000003-abcd-4ef0-8123-00000000000c');
    expect([isLeaseOf({ id: 3, epoch: 12 }, lease), isLeaseOf({ id: 3, epoch: 12 }, null)]).toEqual([
      true,
      false,
    ]);
    expect([isLeaseOf({ id: 3, epoch: 11 }, lease), isLeaseOf({ id: 4, epoch: 12 }, lease)]).toEqual([
      false,
      false,
    ]);
  });
});
