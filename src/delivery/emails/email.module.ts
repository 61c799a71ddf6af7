import { Logger, Module } from '@nestjs/common';
import { EmailLookService } from '../../email-template/email-look.service.js';
import { EmailTemplateModule } from '../../email-template/email-template.module.js';
import { PartnerModule } from '../../partner/partner.module.js';
import { Settings } from '../../shared/settings.js';
import { EngineObserver } from '../domain/engine-observer.js';
import { RetryPolicy } from '../domain/retry-policy.js';
import { RealEngineClock } from '../real-engine-clock.js';
import { Mailbox } from '../mailbox/mailbox.js';
import { MailboxController } from '../mailbox/mailbox.controller.js';
import { MailFolder, mailFolderOf } from '../senders/mail-folder.js';
import { SmtpMailer } from '../senders/smtp-mailer.js';
import { Mailer } from './domain/mailer.js';
import { EmailCompletionRepository } from './email-completion.repository.js';
import { EmailContentRepository } from './email-content.repository.js';
import { EmailEngine } from './email-engine.js';
import { EmailController } from './email.controller.js';
import { EmailLogRepository } from './email-log.repository.js';
import { EmailService } from './email.service.js';
import { EmailLifecycle } from './email.lifecycle.js';
import { EmailWaitingRepository } from './email-waiting.repository.js';

const log = new Logger('Emails');

/** Emails out: their engine on its real parts, and the log. */
@Module({
  imports: [EmailTemplateModule, PartnerModule],
  controllers: [EmailController, MailboxController],
  providers: [
    EmailCompletionRepository,
    EmailContentRepository,
    EmailLifecycle,
    EmailLogRepository,
    EmailService,
    EmailWaitingRepository,
    Mailbox,
    {
      provide: Mailer,
      inject: [Settings],
      useFactory: (settings: Settings): Mailer =>
        settings.smtpRelay === null
          ? new MailFolder(mailFolderOf(settings))
          : new SmtpMailer(settings.smtpRelay, settings.smtpCa, (news) => log.warn(news)),
    },
    {
      provide: EmailEngine,
      inject: [
        EmailWaitingRepository,
        EmailCompletionRepository,
        EmailContentRepository,
        EmailLookService,
        Mailer,
        EngineObserver,
        Settings,
      ],
      useFactory: (
        waiting: EmailWaitingRepository,
        completionStore: EmailCompletionRepository,
        contents: EmailContentRepository,
        looks: EmailLookService,
        mailer: Mailer,
        observer: EngineObserver,
        { emailRetryScheduleMs, mailFrom, smtpTimeoutMs, webhookTimeoutMs }: Settings,
      ) =>
        new EmailEngine({
          clock: new RealEngineClock(),
          waiting,
          completionStore,
          contents,
          looks,
          mailer,
          observer,
          policy: new RetryPolicy(emailRetryScheduleMs, Math.random),
          mailFrom,
          timeoutMs: smtpTimeoutMs,
          stopWithinMs: webhookTimeoutMs,
          warn: (message) => log.warn(message),
        }),
    },
  ],
})
export class EmailModule {}
