import type { DispatchLimits } from '../../src/queue/dispatch-limits.js';
import type { Schedulable } from '../../src/queue/domain/schedulable.js';
import type { Queueing } from '../../src/queue/queueing.js';

/** Small limits for a dispatcher. */
export const LIMITS: DispatchLimits = {
  inFlight: 20,
  inFlightPerPartner: 8,
  inFlightPerQueue: 4,
  keptForFirst: 0,
  waiting: 100,
  waitingPerQueue: 30,
  bytes: 10_000,
};

/** An attempt for the tests of the dispatcher. */
export interface TestAttempt extends Schedulable {
  readonly subscriptionId: number;
  readonly id: string;
  readonly version: number;
  readonly body: string;
}

/** A queue for each subscription. */
export const BY_SUBSCRIPTION: Queueing<TestAttempt> = {
  queueOf: ({ subscriptionId }) => subscriptionId,
  sizeOf: ({ body }) => body.length,
};

let nextId = 1;

export function testAttempt(partnerId: number, subscriptionId: number, number = 1): TestAttempt {
  return {
    partnerId,
    subscriptionId,
    id: String(nextId++),
    number,
    version: 1,
    body: 'x',
    state: 'waiting',
  };
}
