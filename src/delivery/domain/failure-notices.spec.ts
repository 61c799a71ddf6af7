import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import type { Decision } from '../../queue/domain/decision.js';
import type { DeliveryCompletion } from './delivery-completion.js';
import { failureNoticesOf } from './failure-notices.js';

const LIVE = new Map([[2, 5]]);
const policy = (retries: number) =>
  new RetryPolicy(
    Array.from({ length: retries }, () => 1_000),
    () => 0,
  );

function failed(failures: number, fields: Partial<DeliveryCompletion['attempt']> = {}): DeliveryCompletion {
  return completion({ kind: 'retry', failures, delayMs: 1_000 }, fields);
}

function completion(
  decision: Decision,
  fields: Partial<DeliveryCompletion['attempt']> = {},
): DeliveryCompletion {
  return {
    attempt: {
      partnerId: 1,
      subscriptionId: 2,
      eventId: 'event',
      id: 'msg',
      trigger: 'automatic',
      isTest: false,
      number: 1,
      failures: 0,
      continues: true,
      subscriptionsVersion: 5,
      body: '{}',
      document: null,
      next: null,
      ownership: { kind: 'lane', laneId: 1, epoch: 1 },
      state: 'in flight',
      ...fields,
    },
    decision,
    report: {
      url: 'https://hooks.example/',
      startedAt: new Date(0),
      durationMs: 1,
      status: 503,
      error: 'status',
      answer: null,
      answerTruncated: false,
    },
  };
}

const namesOf = (group: readonly DeliveryCompletion[], retries = 10) =>
  failureNoticesOf(group, LIVE, [], policy(retries)).map(({ name }) => name);

describe('The notices of failed attempts', () => {
  it('start when the first retry has failed too', () => {
    expect(namesOf([failed(1)])).toEqual([]);
    expect(namesOf([failed(2)])).toEqual(['subscription.failing']);
  });

  it.each([
    [10, 5, 6],
    [3, 1, 2],
    [1, 0, 1],
  ])('name the risk once half of %i retries are used up', (retries, before, from) => {
    expect(namesOf([failed(before)], retries)).not.toContain('subscription.atRisk');
    expect(namesOf([failed(from)], retries)).toEqual(['subscription.failing', 'subscription.atRisk']);
  });

  it('include at most one of each name for a subscription, for any number of attempts', () => {
    const group = [
      failed(6, { eventId: 'one' }),
      failed(7, { eventId: 'two' }),
      failed(6, { subscriptionId: 3 }),
    ];
    const live = new Map([...LIVE, [3, 5]]);
    const notices = failureNoticesOf(group, live, [], policy(10));
    expect(notices.map(({ subscriptionId, name }) => `${subscriptionId} ${name}`)).toEqual([
      '2 subscription.failing',
      '2 subscription.atRisk',
      '3 subscription.failing',
      '3 subscription.atRisk',
    ]);
  });

  it('are omitted for a subscription that is deleted or has been restored since', () => {
    expect(namesOf([failed(6, { subscriptionsVersion: 4 })])).toEqual([]);
    expect(namesOf([failed(6, { subscriptionId: 9 })])).toEqual([]);
  });

  it('are omitted for internal faults and for successes', () => {
    const deferred = { ...completion({ kind: 'deferred', delayMs: 1 }), report: null };
    expect(namesOf([deferred, completion({ kind: 'succeeded' }), completion({ kind: 'failed' })])).toEqual(
      [],
    );
  });

  it('report the deletion with the delivery that used up its retries', () => {
    const group = [
      completion({ kind: 'exhausted' }),
      completion({ kind: 'exhausted' }, { eventId: 'other' }),
    ];
    const deleted = [{ partnerId: 1, subscriptionId: 2, eventId: 'other' }];
    expect(failureNoticesOf(group, LIVE, deleted, policy(10))).toEqual([
      {
        name: 'subscription.deleted',
        ...deleted[0],
        url: 'https://hooks.example/',
        attemptedAt: new Date(0),
        status: 503,
        error: 'status',
      },
    ]);
  });
});
