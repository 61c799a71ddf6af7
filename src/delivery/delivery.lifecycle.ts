import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { Database } from '../database/database.js';
import { Readiness } from '../shared/readiness.js';
import { Settings } from '../shared/settings.js';
import {
  SUBSCRIPTION_CHANGED,
  SUBSCRIPTION_CHANNEL,
  SubscriptionChanged,
} from '../webhook-subscription/domain/subscription-changed.js';
import { cancelPending } from './completion/cancelled.sql.js';
import { HealthRepository } from './completion/health.repository.js';
import { DeliveryEngine } from './delivery-engine.js';
import { ATTEMPTS_WAITING, ATTEMPTS_WAITING_CHANNEL, EMAILS_WAITING } from '../queue/attempts-waiting.js';
import { EVENTS_ERASED_CHANNEL } from './domain/events-erased.js';

const LISTEN_AGAIN_MS = 1_000;
/** There is a scan every second; a worker that has got none through for so long is of no use. */
const MAX_SCAN_AGE_MS = 30_000;

/** Starts and stops the engine with the service, and wakes it: by the clock, and when a subscription changes. */
@Injectable()
export class DeliveryLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('Delivery');
  private isStopping = false;

  constructor(
    private readonly engine: DeliveryEngine,
    private readonly health: HealthRepository,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly readiness: Readiness,
    private readonly events: EventEmitter2,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const isWorker = this.settings.roles.has('worker');
    // Emails are sent by workers: this process, or another one that has to be called.
    this.engine.intake.onEmails(() =>
      isWorker ? void this.events.emit(EMAILS_WAITING) : this.engine.attemptsWait(),
    );
    await this.engine.start({ work: isWorker });
    await this.listen();
    this.readiness.require('running', () => !this.isStopping);
    this.readiness.require('intake', () => this.engine.takesEventsIn);
    this.readiness.require('writing', () => this.database.writes.isWell);
    if (isWorker)
      this.readiness.require('worker', () => (this.engine.retries.scanAgeMs ?? 0) < MAX_SCAN_AGE_MS);
  }

  /** No new work from here on; what is in flight ends within the deadline of an attempt. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.engine.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.engine.close();
    await this.writeHealth();
  }

  @Interval('scan', 1_000)
  @OnEvent(ATTEMPTS_WAITING)
  scan(): void {
    this.engine.retries.wakeIn(0);
  }

  @Interval('health', 1_000)
  async writeHealth(): Promise<void> {
    await this.health
      .writeRest()
      .catch((error: Error) => this.log.warn(`Health was not noted: ${error.message}`));
  }

  /** Whatever waits for a subscription that is gone ends here and now; the engine's sweep is the second chance. */
  @OnEvent(SUBSCRIPTION_CHANGED)
  async subscriptionChanged({ partnerId, subscriptionId, isLive }: SubscriptionChanged): Promise<void> {
    await this.engine.subscriptionChanged(partnerId, subscriptionId);
    if (!isLive) await cancelPending(this.database.pool, partnerId, subscriptionId);
  }

  /** Hears from every process which subscriptions have changed, which events were erased, and when to look. */
  private async listen(): Promise<void> {
    const client = await this.database.openClient();
    client.on('error', () => undefined);
    client.on('end', () => this.listenAgain());
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ATTEMPTS_WAITING_CHANNEL) {
        this.events.emit(ATTEMPTS_WAITING);
        return;
      }
      if (channel === EVENTS_ERASED_CHANNEL) {
        this.engine.eventsErased(payload.split(' '));
        return;
      }
      const [partnerId, subscriptionId] = payload.split(':').map(Number);
      if (partnerId === undefined || subscriptionId === undefined) return;
      this.engine.subscriptionChanged(partnerId, subscriptionId).catch((error: Error) => {
        this.log.warn(`A change of subscription ${subscriptionId} was not taken in: ${error.message}`);
      });
    });
    const channels = [SUBSCRIPTION_CHANNEL, EVENTS_ERASED_CHANNEL, ATTEMPTS_WAITING_CHANNEL];
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join(';'));
    // While nobody listened, anything may have changed.
    this.engine.listeners.forgetAllPartners();
  }

  private listenAgain(): void {
    if (this.isStopping) return;
    setTimeout(() => void this.listen().catch(() => this.listenAgain()), LISTEN_AGAIN_MS).unref();
  }
}
