import { Global, Logger, Module } from '@nestjs/common';
import { Database } from '../database/database.js';
import { EventJournal } from '../event/domain/event-journal.js';
import { PartnerModule } from '../partner/partner.module.js';
import { EgressModule } from '../shared/egress/egress.module.js';
import { Settings } from '../shared/settings.js';
import { SubscriptionHealthSource } from '../webhook-subscription/domain/subscription-health.js';
import { WebhookSubscriptionModule } from '../webhook-subscription/webhook-subscription.module.js';
import { AuthenticatedSender } from './attempt/authenticated-sender.js';
import { CompletionRepository } from './completion/completion.repository.js';
import { HealthRepository } from './completion/health.repository.js';
import { DeliveryController } from './delivery.controller.js';
import { DeliveryEngine } from './delivery-engine.js';
import { DeliveryLifecycle } from './delivery.lifecycle.js';
import { DeliveryService } from './delivery.service.js';
import { ATTEMPTS_WAITING_CHANNEL } from '../queue/attempts-waiting.js';
import { DISPATCH_LIMITS } from '../queue/dispatch-limits.js';
import { EngineObserver } from './domain/engine-observer.js';
import { RetryPolicy } from '../queue/domain/retry-policy.js';
import { LaneRepository } from './journal/lane.repository.js';
import { ModuleSubscriptionSource } from './matching/module-subscription-source.js';
import { DeliveryLogRepository } from './log/delivery-log.repository.js';
import { SubscriptionHealthRepository } from './log/subscription-health.repository.js';
import { BacklogRepository } from './observation/backlog.repository.js';
import { DeliveryMetrics } from './observation/delivery.metrics.js';
import { EngineMetrics } from './observation/engine.metrics.js';
import { ServiceObserver } from './observation/service-observer.js';
import { SystemClock } from '../queue/system-clock.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { RecoveryRepository } from './recovery/recovery.repository.js';
import { RecoveryService } from './recovery/recovery.service.js';
import { AttemptRepository } from './retry/attempt.repository.js';
import { ManualRetryRepository } from './retry/manual-retry.repository.js';
import { WebhookSender } from './attempt/webhook-sender.js';

/**
 * Events out: the engine on its real parts, the log, and what partners set off themselves. Global, because the event
 * and the webhook-subscription modules ask it through ports of their own without knowing it.
 */
@Global()
@Module({
  imports: [PartnerModule, WebhookSubscriptionModule, EgressModule],
  controllers: [DeliveryController, RecoveryController],
  providers: [
    AttemptRepository,
    AuthenticatedSender,
    BacklogRepository,
    CompletionRepository,
    DeliveryLifecycle,
    DeliveryLogRepository,
    DeliveryMetrics,
    DeliveryService,
    EngineMetrics,
    HealthRepository,
    LaneRepository,
    ManualRetryRepository,
    ModuleSubscriptionSource,
    RecoveryRepository,
    RecoveryService,
    WebhookSender,
    { provide: EngineObserver, useClass: ServiceObserver },
    {
      provide: RetryPolicy,
      inject: [Settings],
      useFactory: ({ retryScheduleMs }: Settings) => new RetryPolicy(retryScheduleMs, Math.random),
    },
    {
      provide: DeliveryEngine,
      inject: [
        LaneRepository,
        CompletionRepository,
        AttemptRepository,
        ModuleSubscriptionSource,
        AuthenticatedSender,
        RetryPolicy,
        Settings,
        EngineObserver,
        Database,
      ],
      useFactory: (
        laneStore: LaneRepository,
        completionStore: CompletionRepository,
        attemptStore: AttemptRepository,
        subscriptionSource: ModuleSubscriptionSource,
        transport: AuthenticatedSender,
        policy: RetryPolicy,
        { webhookTimeoutMs }: Settings,
        observer: EngineObserver,
        { pool }: Database,
      ) => {
        const log = new Logger('Delivery');
        return new DeliveryEngine({
          clock: new SystemClock(),
          laneStore,
          completionStore,
          attemptStore,
          subscriptionSource,
          transport,
          policy,
          limits: DISPATCH_LIMITS,
          timeoutMs: webhookTimeoutMs,
          warn: (message) => log.warn(message),
          observer,
          wakeWorkers: () => pool.query(`NOTIFY ${ATTEMPTS_WAITING_CHANNEL}`),
        });
      },
    },
    { provide: EventJournal, inject: [DeliveryEngine], useFactory: ({ intake }: DeliveryEngine) => intake },
    { provide: SubscriptionHealthSource, useClass: SubscriptionHealthRepository },
  ],
  exports: [EventJournal, SubscriptionHealthSource],
})
export class DeliveryModule {}
