import { Logger, Module } from '@nestjs/common';
import { EmailTemplateModule } from '../email-template/email-template.module.js';
import { PartnerModule } from '../partner/partner.module.js';
import { Settings } from '../shared/settings.js';
import { EmailMetrics } from './observation/email.metrics.js';
import { Mailbox } from './mailbox/mailbox.js';
import { MailboxController } from './mailbox/mailbox.controller.js';
import { MailFolder, mailFolderOf } from './mailbox/mail-folder.js';
import { SenderModule } from './sender/sender.module.js';
import { InternalSuppressionController } from './suppression/internal-suppression.controller.js';
import { SharedSuppressions } from './suppression/shared-suppressions.js';
import { SuppressionRepository } from './suppression/suppression.repository.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { UnsubscribeController } from './unsubscribing/unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribing/unsubscribe.service.js';
import { relayMailer } from './smtp/relay-mailer.js';
import { Mailer } from './domain/mailer.js';
import { BounceAddresses } from './bouncing/bounce-addresses.js';
import { BounceListener } from './bouncing/bounce-listener.js';
import { BounceRepository } from './bouncing/bounce.repository.js';
import { BounceService } from './bouncing/bounce.service.js';
import { InternalBounceController } from './bouncing/internal-bounce.controller.js';
import { EmailCompletionRepository } from './email-completion.repository.js';
import { EmailComposer } from './composing/email-composer.js';
import { EmailContentRepository } from './composing/email-content.repository.js';
import { EmailEndRepository } from './email-end.repository.js';
import { StoredEmailRepository } from './composing/stored-email.repository.js';
import { StoredEmailComposer } from './composing/stored-email-composer.js';
import { EmailEngine } from './email-engine.js';
import { EmailController } from './log/email.controller.js';
import { EmailContentController } from './log/email-content.controller.js';
import { EmailChangesService } from './log/email-changes.service.js';
import { EmailLogRepository } from './log/email-log.repository.js';
import { EmailService } from './log/email.service.js';
import { EmailViewService } from './log/email-view.service.js';
import { EmailWake } from '../queue/email-wake.js';
import { EmailStatisticsRepository } from './statistics/email-statistics.repository.js';
import { EmailStatisticsService } from './statistics/email-statistics.service.js';
import { PreparedEmailRepository } from './prepared/prepared-email.repository.js';
import { PreparedEmailService } from './prepared/prepared-email.service.js';
import { RecipientDomainMetrics } from './recipient-domain.metrics.js';
import { ResendController } from './resend/resend.controller.js';
import { ResendRepository } from './resend/resend.repository.js';
import { ResendService } from './resend/resend.service.js';
import { EmailLifecycle } from './email.lifecycle.js';
import { EmailAttemptRepository } from './email-attempt.repository.js';

const log = new Logger('Emails');

/** Emails out: the engine, the log and the mailbox. */
@Module({
  imports: [EmailTemplateModule, PartnerModule, SenderModule],
  controllers: [
    EmailController,
    EmailContentController,
    ResendController,
    MailboxController,
    InternalBounceController,
    InternalSuppressionController,
    UnsubscribeController,
  ],
  providers: [
    BounceAddresses,
    BounceListener,
    BounceRepository,
    BounceService,
    EmailAttemptRepository,
    EmailChangesService,
    EmailCompletionRepository,
    EmailComposer,
    EmailContentRepository,
    EmailEndRepository,
    EmailEngine,
    StoredEmailRepository,
    StoredEmailComposer,
    EmailLifecycle,
    EmailLogRepository,
    EmailMetrics,
    EmailService,
    EmailStatisticsRepository,
    EmailStatisticsService,
    EmailWake,
    PreparedEmailRepository,
    PreparedEmailService,
    RecipientDomainMetrics,
    ResendRepository,
    ResendService,
    EmailViewService,
    Mailbox,
    SharedSuppressions,
    SuppressionRepository,
    SuppressionService,
    UnsubscribeService,
    {
      provide: Mailer,
      inject: [Settings],
      useFactory: (settings: Settings): Mailer =>
        settings.smtpRelays.length === 0
          ? new MailFolder(mailFolderOf(settings))
          : relayMailer(settings, (message) => log.warn(message)),
    },
  ],
  exports: [
    EmailChangesService,
    EmailStatisticsService,
    PreparedEmailService,
    EmailViewService,
    UnsubscribeService,
  ],
})
export class EmailModule {}
