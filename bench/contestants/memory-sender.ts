import { Completions } from '../../src/queue/completions.js';
import { AttemptExecutor } from '../../src/delivery/attempt/attempt-executor.js';
import { DISPATCH_LIMITS } from '../../src/queue/dispatch-limits.js';
import { Dispatcher } from '../../src/queue/dispatcher.js';
import { BY_SUBSCRIPTION, type DeliveryDispatcher } from '../../src/delivery/attempt/delivery-dispatcher.js';
import { deliveryId } from '../../src/delivery/domain/delivery-key.js';
import type { PlannedAttempt } from '../../src/delivery/domain/planned-attempt.js';
import { RetryPolicy } from '../../src/queue/domain/retry-policy.js';
import { Transport } from '../../src/delivery/domain/transport.js';
import { SubscriptionCache } from '../../src/delivery/matching/subscription-cache.js';
import { SystemClock } from '../../src/queue/system-clock.js';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { World } from '../harness/world.js';
import type { Contestant } from './contestant.js';
import { CountingCompletions, NoCompletions } from './counting-completions.js';
import { REQUEST_EVENTS, TIMEOUT_MS, WINDOW } from './engine-limits.js';
import { OpenWindow } from './open-window.js';

/** The engine's dispatcher, signing and transport, without its intake, journal and log. */
export class MemorySender implements Contestant {
  private readonly window = new OpenWindow(WINDOW);
  private readonly dispatcher: DeliveryDispatcher;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly transport: Transport,
  ) {
    const clock = new SystemClock();
    const store = new CountingCompletions(new NoCompletions(), (count) => this.window.leave(count));
    const warn = (message: string): boolean => process.stderr.write(`${name}: ${message}\n`);
    const subscriptionCache = new SubscriptionCache(world, clock);
    const completions = new Completions(store, clock, () => undefined, warn);
    const policy = new RetryPolicy([], Math.random);
    const maker = new AttemptExecutor(transport, subscriptionCache, completions, policy, clock, TIMEOUT_MS);
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
      isTest: false,
      number: 1,
      failures: 0,
      continues: true,
      subscriptionsVersion: 1,
      body: deliveryBody(event, partnerId, event.json),
      document: null,
      next: null,
      ownership: { kind: 'lane', laneId: 1, epoch: 1 },
      state: 'waiting',
    };
  }
}
