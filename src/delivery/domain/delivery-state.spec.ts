import type { Answered, Outcome } from './outcome.js';
import type { PlannedAttempt } from './planned-attempt.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { decide } from './delivery-state.js';

const policy = new RetryPolicy([1_000, 2_000], () => 0);

function attempt(fields: Partial<PlannedAttempt> = {}): PlannedAttempt {
  return {
    partnerId: 1,
    subscriptionId: 2,
    eventId: 'event',
    id: 'msg',
    trigger: 'automatic',
    isTest: false,
    number: 1,
    failures: 0,
    continues: true,
    subscriptionsVersion: 1,
    body: '{}',
    document: null,
    next: null,
    ownership: { kind: 'lane', laneId: 1, epoch: 1 },
    state: 'in flight',
    ...fields,
  };
}

function answered(status: number, fields: Partial<Answered> = {}): Outcome {
  return {
    kind: 'answered',
    status,
    body: '',
    truncated: false,
    retryAfterSeconds: null,
    durationMs: 1,
    ...fields,
  };
}

describe('The decision after an attempt', () => {
  it.each([200, 204, 299])('is that the delivery succeeded, for status %i', (status) => {
    expect(decide(attempt(), answered(status), policy)).toEqual({ kind: 'succeeded' });
  });

  it.each([100, 199, 300, 301, 304, 400, 404, 410, 500])('is a retry, for status %i', (status) => {
    expect(decide(attempt(), answered(status), policy)).toEqual({
      kind: 'retry',
      failures: 1,
      delayMs: 1_000,
    });
  });

  it('is the end of the subscription once every retry is used up', () => {
    const failed = { kind: 'failed', error: 'connect', reason: '', durationMs: 1 } as const;
    expect(decide(attempt({ number: 2, failures: 1 }), failed, policy)).toMatchObject({
      kind: 'retry',
      failures: 2,
    });
    expect(decide(attempt({ number: 3, failures: 2 }), failed, policy)).toEqual({ kind: 'exhausted' });
  });

  it('uses up no retry for an internal fault', () => {
    const fault = { kind: 'local fault', error: 'dns', reason: '', durationMs: 1 } as const;
    expect(decide(attempt({ failures: 2 }), fault, policy)).toMatchObject({ kind: 'deferred' });
  });

  it('never deletes a subscription for a test or a retry by hand', () => {
    expect(decide(attempt({ trigger: 'test', continues: false }), answered(500), policy)).toEqual({
      kind: 'failed',
    });
    expect(decide(attempt({ trigger: 'manual', failures: 2 }), answered(500), policy)).toMatchObject({
      kind: 'retry',
      failures: 2,
    });
  });

  it.each([429, 503])('waits as long as the receiver asks, for status %i', (status) => {
    const outcome = answered(status, { retryAfterSeconds: 60 });
    expect(decide(attempt(), outcome, policy)).toMatchObject({ delayMs: 60_000 });
  });

  it('does not let other answers ask for time', () => {
    expect(decide(attempt(), answered(500, { retryAfterSeconds: 60 }), policy)).toMatchObject({
      delayMs: 1_000,
    });
  });
});
