import { Global, Module } from '@nestjs/common';
import { EventJournal } from '../event/domain/event-journal.js';
import { PartnerModule } from '../partner/partner.module.js';
import { EgressModule } from '../shared/egress/egress.module.js';
import { Settings } from '../shared/settings.js';
import { PastEvents } from '../webhook-subscription/domain/past-events.js';
import { SubscriptionHealthSource } from '../webhook-subscription/domain/subscription-health.js';
import { WebhookSubscriptionModule } from '../webhook-subscription/webhook-subscription.module.js';
import { AuthenticatedSender } from './attempt/authenticated-sender.js';
import { DeliveryChangesService } from './changes/delivery-changes.service.js';
import { CompletionRepository } from './completion/completion.repository.js';
import { EventChangesService } from './event-log/event-changes.service.js';
import { MatchedEventRepository } from './event-log/matched-event.repository.js';
import { EventLogController } from './event-log/event-log.controller.js';
import { EventLogRepository } from './event-log/event-log.repository.js';
import { PastEventsOfLog } from './event-log/past-events-of-log.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedRepository } from './feed/feed.repository.js';
import { FeedService } from './feed/feed.service.js';
import { HealthRepository } from './completion/health.repository.js';
import { DeliveryController } from './delivery.controller.js';
import { DeliveryEngine } from './delivery-engine.js';
import { DeliveryLifecycle } from './delivery.lifecycle.js';
import { DeliveryService } from './delivery.service.js';
import { EngineObserver } from './domain/engine-observer.js';
import { DeliveryStatisticsRepository } from './statistics/delivery-statistics.repository.js';
import { DeliveryStatisticsService } from './statistics/delivery-statistics.service.js';
import { StatisticsWritingRepository } from './statistics/statistics-writing.repository.js';
import { jitterOfSubscription, RetryPolicy } from '../queue/domain/retry-policy.js';
import { AttemptLogController } from './attempt-log.controller.js';
import { LaneRepository } from './journal/lane.repository.js';
import { ModuleSubscriptionSource } from './matching/module-subscription-source.js';
import { DeliveryChangeRepository } from './log/delivery-change.repository.js';
import { DeliveryLogRepository } from './log/delivery-log.repository.js';
import { SubscriptionHealthRepository } from './log/subscription-health.repository.js';
import { BacklogRepository } from './observation/backlog.repository.js';
import { DeliveryMetrics } from './observation/delivery.metrics.js';
import { EngineMetrics } from './observation/engine.metrics.js';
import { ServiceObserver } from './observation/service-observer.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { RecoveryRepository } from './recovery/recovery.repository.js';
import { RecoveryService } from './recovery/recovery.service.js';
import { AttemptRepository } from './retry/attempt.repository.js';
import { ServiceEngineParts } from './service-engine-parts.js';
import { ManualRetryRepository } from './retry/manual-retry.repository.js';
import { WebhookSender } from './attempt/webhook-sender.js';

/**
 * Outgoing deliveries: the engine with its real parts, the log, retries and recovery. Global, because it implements
 * ports of the event and webhook-subscription modules, which do not import it.
 */
@Global()
@Module({
  imports: [PartnerModule, WebhookSubscriptionModule, EgressModule],
  controllers: [
    AttemptLogController,
    DeliveryController,
    EventLogController,
    FeedController,
    RecoveryController,
  ],
  providers: [
    MatchedEventRepository,
    AttemptRepository,
    AuthenticatedSender,
    BacklogRepository,
    CompletionRepository,
    DeliveryChangeRepository,
    DeliveryChangesService,
    DeliveryLifecycle,
    DeliveryLogRepository,
    DeliveryMetrics,
    DeliveryService,
    DeliveryStatisticsRepository,
    DeliveryStatisticsService,
    EngineMetrics,
    EventChangesService,
    EventLogRepository,
    FeedRepository,
    FeedService,
    HealthRepository,
    LaneRepository,
    ManualRetryRepository,
    ModuleSubscriptionSource,
    RecoveryRepository,
    RecoveryService,
    ServiceEngineParts,
    StatisticsWritingRepository,
    WebhookSender,
    { provide: EngineObserver, useClass: ServiceObserver },
    {
      provide: RetryPolicy,
      inject: [Settings],
      useFactory: ({ retryScheduleMs }: Settings) => new RetryPolicy(retryScheduleMs, jitterOfSubscription),
    },
    {
      provide: DeliveryEngine,
      inject: [ServiceEngineParts],
      useFactory: (parts: ServiceEngineParts) => new DeliveryEngine(parts),
    },
    { provide: EventJournal, inject: [DeliveryEngine], useFactory: ({ intake }: DeliveryEngine) => intake },
    { provide: PastEvents, useClass: PastEventsOfLog },
    { provide: SubscriptionHealthSource, useClass: SubscriptionHealthRepository },
  ],
  exports: [
    DeliveryChangesService,
    DeliveryStatisticsService,
    EventChangesService,
    EventJournal,
    PastEvents,
    SubscriptionHealthSource,
  ],
})
export class DeliveryModule {}
