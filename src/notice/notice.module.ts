import { Module } from '@nestjs/common';
import { ContactModule } from '../contact/contact.module.js';
import { EmailTemplateModule } from '../email-template/email-template.module.js';
import { EmailModule } from '../email/email.module.js';
import { PartnerModule } from '../partner/partner.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { WebhookSubscriptionModule } from '../webhook-subscription/webhook-subscription.module.js';
import { NoticeMailingService } from './notice-mailing.service.js';
import { NoticeObjects } from './notice-objects.js';
import { NoticeReportingService } from './notice-reporting.service.js';
import { NoticeLifecycle } from './notice.lifecycle.js';
import { NoticeMetrics } from './notice.metrics.js';
import { NoticeRepository } from './notice.repository.js';

/**
 * Notices to partners about their subscriptions, templates and emails, sent as events and in emails to their contacts.
 * Other modules write notices with the function `write_notices`; the global delivery module provides the EventJournal.
 */
@Module({
  imports: [
    ContactModule,
    EmailModule,
    EmailTemplateModule,
    PartnerModule,
    RenderingModule,
    WebhookSubscriptionModule,
  ],
  providers: [
    NoticeLifecycle,
    NoticeMailingService,
    NoticeMetrics,
    NoticeObjects,
    NoticeReportingService,
    NoticeRepository,
  ],
})
export class NoticeModule {}
