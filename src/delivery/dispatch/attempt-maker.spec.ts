import { Completions } from '../completion/completions.js';
import { Completion } from '../domain/completion-store.js';
import { ListenerSource } from '../domain/listener-source.js';
import { Outcome } from '../domain/outcome.js';
import { PlannedAttempt } from '../domain/planned-attempt.js';
import { RetryPolicy } from '../domain/retry-policy.js';
import { Transport } from '../domain/transport.js';
import { ListenerCache } from '../intake/listener-cache.js';
import { RealEngineClock } from '../real-engine-clock.js';
import { AttemptMaker } from './attempt-maker.js';

/** Where nobody can be read, because the database is away. */
class AwaySource extends ListenerSource {
  async partnersOf(): Promise<never> {
    throw new Error('Connection terminated unexpectedly');
  }

  async listeningTo(): Promise<never> {
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
  number: 1,
  failures: 0,
  continues: true,
  fanOutVersion: 1,
  body: 'x',
  hold: { kind: 'lane', laneId: 1, epoch: 1 },
  state: 'in flight',
};

describe('The maker of attempts', () => {
  it('holds an attempt for seconds, not minutes, when the database is away and nobody knows where it goes', async () => {
    const written: Completion[] = [];
    const clock = new RealEngineClock();
    const store = {
      write: async (group: readonly Completion[]) => {
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
    const listeners = new ListenerCache(new AwaySource(), () => 0);
    const policy = new RetryPolicy([1_000], () => 0);
    const maker = new AttemptMaker(new UnusedTransport(), listeners, completions, policy, clock, 1_000);
    expect(await maker.make(ATTEMPT)).toBe(false);
    await completions.drained();
    expect(written).toEqual([{ attempt: ATTEMPT, ruling: { kind: 'held', delayMs: 5_000 }, report: null }]);
  });
});
