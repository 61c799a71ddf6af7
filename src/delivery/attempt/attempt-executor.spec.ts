import { Completions } from '../../queue/completions.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { SubscriptionSource } from '../domain/subscription-source.js';
import type { Outcome } from '../domain/outcome.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { Transport } from '../domain/transport.js';
import { SubscriptionCache } from '../matching/subscription-cache.js';
import { SystemClock } from '../../queue/system-clock.js';
import { AttemptExecutor } from './attempt-executor.js';

/** Fails every read, as if the database were away. */
class AwaySource extends SubscriptionSource {
  async partnersOf(): Promise<never> {
    throw new Error('Connection terminated unexpectedly');
  }

  async pagesOf(): Promise<never> {
    throw new Error('Connection terminated unexpectedly');
  }

  async statesOf(): Promise<never> {
    throw new Error('Connection terminated unexpectedly');
  }

  endpointOf(): never {
    throw new Error('There is no subscription.');
  }
}

class UnusedTransport extends Transport {
  async send(): Promise<Outcome> {
    throw new Error('Nothing may be sent.');
  }

  async close(): Promise<void> {}
}

const ATTEMPT: PlannedAttempt = {
  partnerId: 1,
  subscriptionId: 1,
  eventId: 'event',
  id: 'msg_1',
  trigger: 'automatic',
  isTest: false,
  number: 1,
  failures: 0,
  continues: true,
  subscriptionsVersion: 1,
  body: 'x',
  document: null,
  next: null,
  ownership: { kind: 'lane', laneId: 1, epoch: 1 },
  state: 'in flight',
};

describe('The attempt executor', () => {
  it('defers an attempt for seconds, not minutes, if its endpoint cannot be read from the database', async () => {
    const written: DeliveryCompletion[] = [];
    const clock = new SystemClock();
    const store = {
      write: async (group: readonly DeliveryCompletion[]) => {
        written.push(...group);
        return group;
      },
    };
    const completions = new Completions(
      store,
      clock,
      () => undefined,
      () => undefined,
    );
    const subscriptionCache = new SubscriptionCache(new AwaySource(), clock);
    const policy = new RetryPolicy([1_000], () => 0);
    const maker = new AttemptExecutor(
      new UnusedTransport(),
      subscriptionCache,
      completions,
      policy,
      clock,
      1_000,
    );
    expect(await maker.make(ATTEMPT)).toBe(false);
    await completions.drained();
    expect(written).toEqual([
      { attempt: ATTEMPT, decision: { kind: 'deferred', delayMs: 5_000 }, report: null },
    ]);
  });
});
