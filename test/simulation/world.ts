import type { EngineParts } from '../../src/delivery/engine-parts.js';
import {
  DEFAULT_OPTIONS,
  type DeliveryOptions,
} from '../../src/webhook-subscription/domain/delivery-options.js';
import { RetryPolicy } from '../../src/queue/domain/retry-policy.js';
import { AttemptsInMemory } from './database/attempts-in-memory.js';
import { CompletionsInMemory } from './database/completions-in-memory.js';
import { LanesInMemory } from './database/lanes-in-memory.js';
import { SubscriptionsInMemory } from './database/subscriptions-in-memory.js';
import { AskedForAttempts } from './database/asked-for-attempts.js';
import { Notices } from './database/notices.js';
import { DatabaseServer } from './database/server.js';
import { SubscriptionRows } from './database/subscription-rows.js';
import { Tables } from './database/tables.js';
import { Wire } from './database/wire.js';
import { Witness } from './evidence/witness.js';
import { Host } from './host.js';
import { DocumentService, type Door } from './outside/document-service.js';
import { Network } from './outside/network.js';
import { Partners } from './outside/partners.js';
import { Receiver } from './outside/receiver.js';
import { Random } from './random.js';
import type { Scenario } from './scenario.js';
import { ServiceInstance } from './service-instance.js';
import { type Life, Slot } from './slot.js';
import { Timeline } from './timeline.js';
import { Trace } from './trace.js';

const COMPANIES = [11, 12, 13, 14];
const RECEIVERS = 4;

/** The parts around the engine. All are correct unless a bug is planted. */
export interface Plant {
  readonly lanes?: typeof LanesInMemory;
  readonly completions?: typeof CompletionsInMemory;
  readonly attempts?: typeof AttemptsInMemory;
  readonly subscriptions?: typeof SubscriptionRows;
  readonly policy?: typeof RetryPolicy;
  readonly askedFor?: typeof AskedForAttempts;
  /** Changes the parts of an engine before it is assembled. */
  readonly parts?: (parts: EngineParts) => EngineParts;
  /** Changes an instance before it starts. */
  readonly instance?: (instance: ServiceInstance) => void;
}

export interface WorldLife extends Life {
  readonly network: Network;
  readonly door: Door;
  /** True if it was started without the key that decrypts the subscriptions' secrets. A supervisor will restart it. */
  readonly isWithoutKey: boolean;
}

/** Everything in a world: one database, several instances of the service, receivers, partners, the document service. */
export class World {
  readonly timeline = new Timeline();
  readonly trace: Trace;
  readonly tables = new Tables(this.timeline);
  readonly server: DatabaseServer;
  readonly witness: Witness;
  readonly receivers: ReadonlyMap<string, Receiver>;
  readonly partners: Partners;
  readonly documents: DocumentService;
  readonly slots: readonly Slot<WorldLife>[];
  private readonly notices = new Notices(this.timeline);
  private readonly subscriptions: SubscriptionRows;
  private lives = 0;
  private hasHealed = false;

  constructor(
    readonly random: Random,
    readonly scenario: Scenario,
    private readonly plant: Plant,
  ) {
    const { timeline } = this;
    this.trace = new Trace(timeline);
    this.server = new DatabaseServer(timeline, this.trace, random);
    this.witness = new Witness(this.tables, this.trace, scenario.scheduleMs);
    this.subscriptions = new (plant.subscriptions ?? SubscriptionRows)(
      this.tables,
      this.witness,
      (partnerId, id) => this.notices.publish(partnerId, id),
    );
    const hosts = Array.from({ length: RECEIVERS }, (_, place) => `r${place + 1}.example`);
    this.receivers = new Map(hosts.map((host, place) => [host, new Receiver(random, place === 0)]));
    this.partners = new Partners(this.tables, this.subscriptions, this.witness, random, hosts, (id, edit) =>
      optionsIn(scenario, id, edit),
    );
    this.partners.settle(scenario.partners, COMPANIES, scenario.subscriptions);
    this.documents = new DocumentService(timeline, random, COMPANIES, () => this.anyInstance()?.door ?? null);
    this.slots = Array.from({ length: scenario.instances }, (_, place) => {
      const isLast = place === scenario.instances - 1;
      const work = place === 0 || !isLast || !scenario.hasIntakeOnly;
      return new Slot(place === 0, () => this.live(work), this);
    });
  }

  anySlot(): Slot<WorldLife> {
    return this.random.pick(this.slots);
  }

  /** A random instance that accepts requests, even a frozen one. */
  anyInstance(): WorldLife | null {
    const open = this.slots.flatMap(({ life }) => (life?.instance.isOpen ? [life] : []));
    return open.length === 0 ? null : this.random.pick(open);
  }

  /** From now on everything works, except for some receivers. */
  heal(): void {
    this.trace.add('---', 'everything heals');
    this.hasHealed = true;
    this.server.heal();
    for (const receiver of this.receivers.values()) receiver.heal();
    for (const slot of this.slots) {
      slot.heal();
      if (slot.life?.isWithoutKey) slot.kill();
    }
  }

  private live(work: boolean): WorldLife {
    const { timeline, random, witness, tables, scenario, plant, subscriptions, notices } = this;
    const host = new Host(`p${++this.lives}`, timeline, this.trace, random.between(-3_000, 3_000));
    const wire = new Wire(host, this.server, timeline);
    const network = new Network(host, this.receivers, scenario.timeoutMs, this);
    const isWithoutKey = scenario.weather !== 'calm' && !this.hasHealed && random.chance(0.04);
    const parts: EngineParts = {
      clock: host,
      laneStore: new (plant.lanes ?? LanesInMemory)(tables, wire, witness),
      completionStore: new (plant.completions ?? CompletionsInMemory)(tables, subscriptions, wire, witness),
      attemptStore: new (plant.attempts ?? AttemptsInMemory)(tables, wire, witness, random),
      subscriptionSource: new SubscriptionsInMemory(
        tables,
        wire,
        isWithoutKey,
        scenario.areSubscriptionsLarge,
      ),
      transport: network,
      limits: scenario.limits,
      policy: new (plant.policy ?? RetryPolicy)(scenario.scheduleMs, () => random.next()),
      timeoutMs: scenario.timeoutMs,
      warn: (message) => this.trace.add(host.name, `warns: ${message.replaceAll(/msg_\S+/g, 'msg')}`),
    };
    const instance = new ServiceInstance({
      host,
      wire,
      subscriptions,
      notices,
      timeline,
      random,
      witness,
      work,
      askedFor: new (plant.askedFor ?? AskedForAttempts)(tables, wire, witness),
      engine: plant.parts?.(parts) ?? parts,
    });
    plant.instance?.(instance);
    const door: Door = (events, answer) => instance.accept(events, answer);
    return { host, instance, door, network, isWithoutKey };
  }
}

/**
 * The options of a subscription. They follow from values that are drawn anyway, so the worlds of seeds stay the same.
 */
function optionsIn(scenario: Scenario, subscriptionId: number, edit: number): DeliveryOptions {
  const isEndpointRule = scenario.hasEndpointRules && subscriptionId % 2 === 0;
  const isLimited = subscriptionId % 3 === 0 && edit % 3 !== 0;
  const isOrdered = scenario.areOrdered && (subscriptionId + edit) % 4 !== 0;
  return {
    ...DEFAULT_OPTIONS,
    ordering: isOrdered ? 'document' : 'none',
    maxPerSecond: isLimited ? scenario.maxPerSecond : null,
    ...(isEndpointRule && { deleteWhen: 'endpointFailed' }),
  };
}
