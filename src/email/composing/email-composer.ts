import { Injectable } from '@nestjs/common';
import { EmailRenderingService, type RenderedEmail } from '../../email-template/email-rendering.service.js';
import type { Variables } from '../../rendering/domain/email-request.js';
import { headerLine } from '../../rendering/domain/header-line.js';
import { variablesOf } from '../../rendering/emails/email-request.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import type { Fallback } from '../domain/email.js';
import type { MailMessage, MailSender } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { domainOf } from '../domain/sender.js';
import { SenderService } from '../sender/sender.service.js';
import { EmailContentRepository, type EmailContent } from './email-content.repository.js';
import { withTitle } from './html-title.js';

/** An email that is ready to be handed over, and the template it was made with. */
export interface ComposedEmail {
  readonly message: MailMessage;
  /** The partner's template; null for the default template. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
}

/** Turns a planned email into a message: reads its content, binds its variables, renders it and adds the headers. */
@Injectable()
export class EmailComposer {
  constructor(
    private readonly contents: EmailContentRepository,
    private readonly rendering: EmailRenderingService,
    private readonly senders: SenderService,
  ) {}

  /**
   * Null when the email no longer exists.
   * @param now the date that the email shows
   * @throws when the email cannot be rendered now, and may be later
   */
  async compose(email: PlannedEmail, now: Date): Promise<ComposedEmail | null> {
    const { partnerId, companyId, id } = email;
    const content = await this.contents.read(email);
    if (content === null) return null;
    const { kind, language } = content.request;
    const variables = variablesOf(content.request, { ...content.facts, now });
    const acceptedAt = timeOf(id);
    const isSubjectGiven = typeof content.request.given['subject'] === 'string';
    const rendered = await this.rendering.render({
      partnerId,
      companyId,
      kind,
      language,
      variables,
      isSubjectGiven,
      acceptedAt,
    });
    const { templateId, fallback } = rendered;
    const sender = await this.senders.ofEmail(partnerId);
    return { message: messageOf(id, content, variables, rendered, sender), templateId, fallback };
  }
}

function messageOf(
  id: string,
  { request, attachments }: EmailContent,
  { company, unsubscribeUrl }: Variables,
  { subject, fromName, replyTo, html, text }: RenderedEmail,
  sender: MailSender,
): MailMessage {
  return {
    id,
    messageId: `<${id}@${domainOf(sender.address)}>`,
    from: { name: fromName ?? nameOf(company) ?? sender.partnerName, address: sender.address },
    isPartnersSender: sender.isPartners,
    dkim: sender.dkim,
    replyTo,
    to: request.to,
    subject,
    html: withTitle(html, subject),
    text,
    attachments,
    unsubscribeUrl: isSecure(unsubscribeUrl) ? unsubscribeUrl : null,
  };
}

/** The company's name, if it has one. */
function nameOf(company: unknown): string | null {
  if (typeof company !== 'object' || company === null || !('name' in company)) return null;
  return typeof company.name === 'string' ? headerLine(company.name) : null;
}

function isSecure(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
}
