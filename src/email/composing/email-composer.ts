import { Injectable } from '@nestjs/common';
import { EmailRenderingService, type RenderedEmail } from '../../email-template/email-rendering.service.js';
import type { EmailOutline, Variables } from '../../rendering/domain/email-request.js';
import { headerLine } from '../../rendering/domain/header-line.js';
import { emailKindOf } from '../../rendering/emails/email-kinds.js';
import { variablesOf } from '../../rendering/emails/email-request.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import { BounceAddresses } from '../bouncing/bounce-addresses.js';
import type { ComposedEmail } from '../domain/composed-email.js';
import type { MailSender, MailUnsubscribe } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { reasonsAgainst } from '../domain/suppression.js';
import { SenderService } from '../sender/sender.service.js';
import { UnsubscribeService } from '../unsubscribing/unsubscribe.service.js';
import { EmailContentRepository, type EmailContent } from './email-content.repository.js';
import { withLanguage, withTitle } from './html-head.js';
import { StoredEmailComposer } from './stored-email-composer.js';
import { originOf } from './message-origin.js';

/** Turns a planned email into a message: reads its content, binds its variables, renders it and adds the headers. */
@Injectable()
export class EmailComposer {
  constructor(
    private readonly contents: EmailContentRepository,
    private readonly stored: StoredEmailComposer,
    private readonly rendering: EmailRenderingService,
    private readonly senders: SenderService,
    private readonly unsubscribing: UnsubscribeService,
    private readonly bounceAddresses: BounceAddresses,
  ) {}

  /**
   * Returns null if the email no longer exists, `suppressed` if it must not be sent to its recipient.
   * @param now the date of the email
   * @throws if the email cannot be rendered now but may be later
   */
  async compose(email: PlannedEmail, now: Date): Promise<ComposedEmail | 'suppressed' | null> {
    const { partnerId, id } = email;
    const content = await this.contents.read(email);
    if (content === null) return this.stored.compose(email);
    const { kind, language } = content.request;
    const canUnsubscribe = emailKindOf(kind)?.canUnsubscribe ?? false;
    const against = reasonsAgainst(canUnsubscribe);
    if (content.suppressions.some((reason) => against.includes(reason))) return 'suppressed';
    const sender = this.senders.senderOf(partnerId, content.partner);
    const ownPage = canUnsubscribe ? this.unsubscribePageOf(email, content, sender) : null;
    const request = ownPage === null ? content.request : withUnsubscribePage(content.request, ownPage);
    const variables = variablesOf(request, { ...content.facts, now });
    const acceptedAt = timeOf(id);
    const isSubjectGiven = typeof content.request.given['subject'] === 'string';
    const unrendered = { partnerId, kind, language, variables, isSubjectGiven, acceptedAt };
    const rendered = await this.rendering.render(unrendered, content.template);
    const { templateId, fallback } = rendered;
    const unsubscribe = unsubscribeOf(variables, ownPage);
    const origin = originOf(email, {
      kind,
      sender,
      name: rendered.fromName ?? nameOf(content.facts.company),
      bounceAddress: this.bounceAddresses.of(email),
    });
    const message = { ...origin, ...contentOf(content, rendered), unsubscribe };
    return { message, templateId, fallback, isKept: false };
  }

  /** The address of our unsubscribe page; null if the request names another. */
  private unsubscribePageOf(
    { partnerId, companyId }: PlannedEmail,
    { request, facts }: EmailContent,
    { partnerName }: MailSender,
  ): string | null {
    const { language, to: recipient, given } = request;
    if ('unsubscribeUrl' in given) return null;
    const senderName = nameOf(facts.company) ?? partnerName ?? '';
    const logoUrl = isSecure(given['logoUrl']) ? given['logoUrl'] : null;
    return this.unsubscribing.urlOf({ partnerId, companyId, language, recipient, senderName, logoUrl });
  }
}

function contentOf({ request, attachments }: EmailContent, { subject, replyTo, html, text }: RenderedEmail) {
  const complete = withLanguage(withTitle(html, subject), request.language);
  return { replyTo, to: request.to, subject, html: complete, text, attachments };
}

function withUnsubscribePage(request: EmailOutline, unsubscribeUrl: string): EmailOutline {
  return { ...request, given: { ...request.given, unsubscribeUrl } };
}

/** Others' pages are offered only over https, and never with one-click, because a POST to them may do anything. */
function unsubscribeOf({ unsubscribeUrl }: Variables, ownPage: string | null): MailUnsubscribe | null {
  if (ownPage !== null) return { url: ownPage, isOneClick: true };
  return isSecure(unsubscribeUrl) ? { url: unsubscribeUrl, isOneClick: false } : null;
}

function nameOf(company: unknown): string | null {
  if (typeof company !== 'object' || company === null || !('name' in company)) return null;
  return typeof company.name === 'string' ? headerLine(company.name) : null;
}

function isSecure(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
}
