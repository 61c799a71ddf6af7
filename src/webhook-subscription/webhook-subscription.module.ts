import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { EgressModule } from '../shared/egress/egress.module.js';
import { ChangedAuthDataCheck, NewAuthDataCheck } from './auth-data.check.js';
import { ExplanationController } from './explanation/explanation.controller.js';
import { ExplanationService } from './explanation/explanation.service.js';
import { ExhaustedSubscriptionRepository } from './exhausted-subscription.repository.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryRepository } from './history/history.repository.js';
import { HistoryService } from './history/history.service.js';
import { KeySetController } from './key-set.controller.js';
import { PreviewController } from './preview.controller.js';
import { PreviewService } from './preview.service.js';
import { SubscriptionViewService } from './subscription-view.service.js';
import { SigningSecretController } from './signing-secret.controller.js';
import { SubscriptionPagesRepository } from './subscription-pages.repository.js';
import { SubscriptionSecrets } from './subscription-secrets.js';
import { SubscriptionViews } from './subscription-views.js';
import { WebhookSubscriptionController } from './webhook-subscription.controller.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';
import { WebhookSubscriptionSchema } from './webhook-subscription.schema.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';

/** Partners' webhook subscriptions. Their health comes through the port SubscriptionHealthSource. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookSubscriptionSchema], LIVERY_DATABASE), EgressModule],
  controllers: [
    ExplanationController,
    HistoryController,
    KeySetController,
    PreviewController,
    WebhookSubscriptionController,
    SigningSecretController,
  ],
  providers: [
    ChangedAuthDataCheck,
    NewAuthDataCheck,
    ExplanationService,
    HistoryRepository,
    HistoryService,
    PreviewService,
    ExhaustedSubscriptionRepository,
    WebhookSubscriptionRepository,
    SubscriptionPagesRepository,
    WebhookSubscriptionService,
    SubscriptionSecrets,
    SubscriptionViews,
    SubscriptionViewService,
  ],
  exports: [ExhaustedSubscriptionRepository, SubscriptionViewService, WebhookSubscriptionService],
})
export class WebhookSubscriptionModule {}
