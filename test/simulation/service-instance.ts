import { DeliveryEngine } from '../../src/delivery/delivery-engine.js';
import type { EngineParts } from '../../src/delivery/engine-parts.js';
import type { DeliveryKey } from '../../src/delivery/domain/delivery-key.js';
import type { DocumentEvent, AcceptedEvent } from '../../src/event/domain/event.js';
import { WebhookSubscription } from '../../src/webhook-subscription/domain/webhook-subscription.js';
import { AskedForAttempts } from './database/asked-for-attempts.js';
import { Notices } from './database/notices.js';
import { SubscriptionRows } from './database/subscription-rows.js';
import { Wire } from './database/wire.js';
import { Witness } from './evidence/witness.js';
import { Host } from './host.js';
import { Random } from './random.js';
import { Timeline } from './timeline.js';

/** The interval of scans for due attempts. */
const SCAN_MS = 1_000;
const LISTEN_AGAIN_MS = 1_000;
/** How long a supervisor waits for a service that it has asked to stop. */
const STOP_WITHIN_MS = 30_000;

export interface ServiceParts {
  readonly host: Host;
  readonly wire: Wire;
  readonly subscriptions: SubscriptionRows;
  readonly askedFor: AskedForAttempts;
  readonly notices: Notices;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly witness: Witness;
  readonly engine: EngineParts;
  /** True if it delivers, false if it only accepts events. */
  readonly work: boolean;
}

/** One life of the service on a host: the engine, and around it the work of DeliveryLifecycle and the routes. */
export class ServiceInstance {
  readonly engine: DeliveryEngine;
  private isReady = false;
  private isStopping = false;
  private hearsAgain: (now: number) => void = () => undefined;

  constructor(private readonly parts: ServiceParts) {
    this.engine = new DeliveryEngine(parts.engine);
  }

  get host(): Host {
    return this.parts.host;
  }

  /** True while requests reach it. */
  get isOpen(): boolean {
    return this.isReady && !this.host.isDead;
  }

  async start(): Promise<void> {
    const { host, work } = this.parts;
    try {
      await this.engine.start({ work });
      await this.listen();
    } catch {
      return host.kill();
    }
    const scan = (): void => {
      this.engine.scan();
      host.after(SCAN_MS, scan);
    };
    host.after(SCAN_MS, scan);
    this.isReady = true;
  }

  /** Stops as on SIGTERM: requests still arrive for a while, attempts in flight finish, then the process ends. */
  async stop(): Promise<void> {
    const { host, witness, timeline } = this.parts;
    if (!this.isReady || this.isStopping) return;
    this.isStopping = true;
    witness.disturbances.begin('stopped', host.name, timeline.now);
    timeline.in(STOP_WITHIN_MS, () => host.kill());
    await this.engine.drain();
    await this.engine.close().catch(() => undefined);
    this.isReady = false;
    host.kill();
  }

  /** A request with events. The answer is null if the connection breaks or the service refuses. */
  accept(events: readonly DocumentEvent[], answer: (accepted: AcceptedEvent[] | null) => void): void {
    const { host, timeline, random } = this.parts;
    const reply = (accepted: AcceptedEvent[] | null): void => {
      timeline.in(random.between(0.1, 2), () => answer(accepted));
    };
    host.whenDead(() => reply(null));
    timeline.in(random.between(0.1, 2), () => {
      host.runs(() => {
        this.engine.intake.accept(events).then(reply, () => reply(null));
      });
    });
  }

  /** Changes a subscription like its route: commits, tells this process, then removes the waiting attempts. */
  changeSubscription(
    id: number,
    change: (present: WebhookSubscription, now: Date) => WebhookSubscription,
  ): void {
    const { wire, subscriptions } = this.parts;
    this.request(async () => {
      const { partnerId, isLive } = await wire.ask(() => subscriptions.change(id, change));
      await this.engine.subscriptionChanged(partnerId, id);
      if (!isLive) await wire.ask(() => subscriptions.cancelPending(id));
    });
  }

  /** Retries a delivery by hand. */
  retryByHand(key: DeliveryKey): void {
    this.request(async () => {
      await this.parts.askedFor.retry(key);
      this.engine.scan();
    });
  }

  /** Recovers the missed events of a subscription. */
  recover(subscriptionId: number): void {
    this.request(async () => {
      await this.parts.askedFor.recover(subscriptionId);
      this.engine.scan();
    });
  }

  /** Sends a sample to a subscription. */
  test(subscriptionId: number, sample: DocumentEvent): void {
    this.request(async () => {
      const subscription = await this.parts.wire.ask(() => this.parts.subscriptions.find(subscriptionId));
      if (subscription.isLive) await this.engine.intake.acceptTest(sample, subscription);
    });
  }

  /** Runs the work of a route for a caller, who gets the error if it fails. */
  private request(work: () => Promise<void>): void {
    this.host.runs(() => {
      work().catch(() => undefined);
    });
  }

  /** Follows changes of subscriptions by all processes until the session ends, then opens another. */
  private async listen(): Promise<void> {
    const { host, wire, notices, witness, timeline } = this.parts;
    const session = await wire.connect();
    await wire.ask(() => {
      notices.listen(session, wire, (partnerId, subscriptionId) => {
        this.engine.subscriptionChanged(partnerId, subscriptionId).catch(() => undefined);
      });
      this.hearsAgain(timeline.now);
      session.onEnd(() => {
        this.hearsAgain = witness.disturbances.begin('deaf', host.name, timeline.now);
      });
    }, session);
    this.engine.subscriptionCache.forgetAllPartners();
    wire.whenOver(session, () => this.listenAgain());
  }

  private listenAgain(): void {
    this.host.after(LISTEN_AGAIN_MS, () => void this.listen().catch(() => this.listenAgain()));
  }
}
