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
import { WorkPoller } from '../database/work-poller.js';
import {
  PARTNER_MOVED,
  PARTNER_MOVED_CHANNEL,
  PARTNER_PAUSED,
  PARTNER_PAUSED_CHANNEL,
} from '../shared/partner-moving.js';
import { Readiness } from '../shared/readiness.js';
import { Settings } from '../shared/settings.js';
import {
  SUBSCRIPTION_CHANGED,
  SubscriptionChanged,
} from '../webhook-subscription/domain/subscription-changed.js';
import { SUBSCRIPTION_CHANNEL } from '../webhook-subscription/subscription-channel.js';
import { cancelPending } from './completion/cancelled.sql.js';
import { HealthRepository } from './completion/health.repository.js';
import { StatisticsWritingRepository } from './statistics/statistics-writing.repository.js';
import { DeliveryEngine } from './delivery-engine.js';
import { ATTEMPTS_WAITING, ATTEMPTS_WAITING_CHANNEL, EMAILS_WAITING } from '../queue/wake-events.js';
import { EVENTS_ERASED_CHANNEL } from './events-erased-channel.js';

const LISTEN_AGAIN_MS = 1_000;
/** A worker whose scans have failed for this long is not ready. */
const MAX_SCAN_AGE_MS = 30_000;

/** Starts and stops the engine with the service, and connects it to timers and notifications. */
@Injectable()
export class DeliveryLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('Delivery');
  private isStopping = false;

  constructor(
    private readonly engine: DeliveryEngine,
    private readonly health: HealthRepository,
    private readonly statistics: StatisticsWritingRepository,
    private readonly database: Database,
    private readonly work: WorkPoller,
    private readonly settings: Settings,
    private readonly readiness: Readiness,
    private readonly events: EventEmitter2,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const isWorker = this.settings.roles.has('worker');
    // Workers send emails, so wake the workers if this process is not one.
    this.engine.intake.onEmails(() =>
      isWorker ? void this.events.emit(EMAILS_WAITING) : this.engine.attemptsWait(),
    );
    await this.engine.start({ work: isWorker });
    await this.listen();
    if (isWorker) this.watchAttempts();
    this.requireReadiness(isWorker);
  }

  private watchAttempts(): void {
    this.work.add({
      table: 'delivery_attempt',
      indexedBy: 'partner_id, subscription_id',
      onPoll: (isThere) => (isThere ? this.engine.scan() : this.engine.nothingWaits()),
    });
  }

  private requireReadiness(isWorker: boolean): void {
    this.readiness.require('running', () => !this.isStopping, 'The service is stopping.');
    this.readiness.require(
      'intake',
      () => this.engine.takesEventsIn,
      'This process owns no lane, so it cannot accept events.',
    );
    this.readiness.require('writing', () => this.database.writes.isWell, 'The database takes no writes.');
    if (!isWorker) return;
    this.readiness.require(
      'worker',
      () => (this.engine.retries.scanAgeMs ?? 0) < MAX_SCAN_AGE_MS,
      `No scan for due attempts has succeeded for ${MAX_SCAN_AGE_MS / 1_000} s.`,
    );
  }

  /** Stops taking new work. Attempts in flight end within their deadline. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.engine.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.engine.close();
    await this.writeHealth();
    await this.writeStatistics();
  }

  @OnEvent(ATTEMPTS_WAITING)
  scan(): void {
    this.engine.scan();
  }

  @OnEvent(PARTNER_PAUSED)
  partnerPaused(partnerId: number): void {
    this.engine.partnerPaused(partnerId);
  }

  @Interval('health', 1_000)
  async writeHealth(): Promise<void> {
    await this.health
      .writeRest()
      .catch((error: Error) =>
        this.log.warn(`The health of subscriptions could not be written: ${error.message}`),
      );
  }

  @Interval('statistics', 1_000)
  async writeStatistics(): Promise<void> {
    await this.statistics
      .writeRest()
      .catch((error: Error) => this.log.warn(`Statistics could not be written: ${error.message}`));
  }

  /**
   * Cancels the waiting attempts of a subscription that is no longer live. If this fails, the engine's sweep does it
   * later.
   */
  @OnEvent(SUBSCRIPTION_CHANGED)
  async subscriptionChanged({ partnerId, subscriptionId, isLive }: SubscriptionChanged): Promise<void> {
    await this.engine.subscriptionChanged(partnerId, subscriptionId);
    if (!isLive) await cancelPending(this.database.pool, partnerId, subscriptionId);
  }

  /** Listens for notifications from all processes: changed subscriptions, erased events, waiting attempts. */
  private async listen(): Promise<void> {
    const session = await this.database.openSession();
    session.onEnd(() => this.listenAgain());
    session.onNotification((channel, payload) => {
      if (channel === ATTEMPTS_WAITING_CHANNEL) {
        this.events.emit(ATTEMPTS_WAITING);
        return;
      }
      if (channel === EVENTS_ERASED_CHANNEL) {
        this.engine.eventsErased(payload.split(' '));
        return;
      }
      if (channel === PARTNER_PAUSED_CHANNEL) {
        this.events.emit(PARTNER_PAUSED, Number(payload));
        return;
      }
      if (channel === PARTNER_MOVED_CHANNEL) {
        this.events.emit(PARTNER_MOVED);
        return;
      }
      const [partnerId, subscriptionId] = payload.split(':').map(Number);
      if (partnerId === undefined || subscriptionId === undefined) return;
      this.engine.subscriptionChanged(partnerId, subscriptionId).catch((error: Error) => {
        this.log.warn(
          `The change of subscription ${subscriptionId} could not be processed: ${error.message}`,
        );
      });
    });
    const channels = [
      SUBSCRIPTION_CHANNEL,
      EVENTS_ERASED_CHANNEL,
      ATTEMPTS_WAITING_CHANNEL,
      PARTNER_PAUSED_CHANNEL,
      PARTNER_MOVED_CHANNEL,
    ];
    await session.query(channels.map((channel) => `LISTEN ${channel}`).join(';'));
    // Notifications may have been missed until now.
    this.engine.subscriptionCache.forgetAllPartners();
  }

  private listenAgain(): void {
    if (this.isStopping) return;
    setTimeout(() => void this.listen().catch(() => this.listenAgain()), LISTEN_AGAIN_MS).unref();
  }
}
