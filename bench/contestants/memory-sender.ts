import { Completions } from '../../src/delivery/completion/completions.js';
import { AttemptMaker } from '../../src/delivery/dispatch/attempt-maker.js';
import { DISPATCH_LIMITS } from '../../src/delivery/dispatch/dispatch-limits.js';
import { BY_SUBSCRIPTION, Dispatcher } from '../../src/delivery/dispatch/dispatcher.js';
import { deliveryId } from '../../src/delivery/domain/delivery-key.js';
import { PlannedAttempt } from '../../src/delivery/domain/planned-attempt.js';
import { RetryPolicy } from '../../src/delivery/domain/retry-policy.js';
import { Transport } from '../../src/delivery/domain/transport.js';
import { ListenerCache } from '../../src/delivery/intake/listener-cache.js';
import { RealEngineClock } from '../../src/delivery/real-engine-clock.js';
import { DocumentEvent } from '../../src/event/domain/event.js';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { World } from '../harness/world.js';
import { Contestant } from './contestant.js';
import { CountingCompletions, NoCompletions } from './counting-completions.js';
import { REQUEST_EVENTS, TIMEOUT_MS, WINDOW } from './engine-limits.js';
import { OpenWindow } from './open-window.js';

/** The engine's own dispatcher, signing and transport, and nothing else: no intake, no journal, no log. */
export class MemorySender implements Contestant {
  private readonly window = new OpenWindow(WINDOW);
  private readonly dispatcher: Dispatcher;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly transport: Transport,
  ) {
    const clock = new RealEngineClock();
    const store = new CountingCompletions(new NoCompletions(), (count) => this.window.leave(count));
    const warn = (message: string): boolean => process.stderr.write(`${name}: ${message}\n`);
    const listeners = new ListenerCache(world, () => clock.monotonic());
    const completions = new Completions(store, clock, () => undefined, warn);
    const policy = new RetryPolicy([], Math.random);
    const maker = new AttemptMaker(transport, listeners, completions, policy, clock, TIMEOUT_MS);
    this.dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, (attempt) => {
      void maker.make(attempt).then((succeeded) => this.dispatcher.finished(attempt, succeeded));
    });
  }

  async deliver(count: number): Promise<void> {
    for (let left = count; left > 0; left -= REQUEST_EVENTS) {
      const events = this.world.events(Math.min(left, REQUEST_EVENTS));
      await this.window.enter(events.length);
      for (const event of events) this.dispatcher.add(this.attemptOf(event));
    }
    await this.window.empty();
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  private attemptOf(event: DocumentEvent): PlannedAttempt {
    const partnerId = this.world.partnerOf(event);
    const key = { partnerId, subscriptionId: partnerId, eventId: this.world.ids.next() };
    return {
      ...key,
      id: deliveryId(key),
      trigger: 'automatic',
      number: 1,
      failures: 0,
      continues: true,
      fanOutVersion: 1,
      body: deliveryBody(event, partnerId, event.json),
      hold: { kind: 'lane', laneId: 1, epoch: 1 },
      state: 'waiting',
    };
  }
}
