import { Injectable } from '@nestjs/common';
import { BounceAddresses } from '../bouncing/bounce-addresses.js';
import type { ComposedEmail } from '../domain/composed-email.js';
import type { MailSender, MailUnsubscribe } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { SenderService } from '../sender/sender.service.js';
import { SuppressionService } from '../suppression/suppression.service.js';
import { UnsubscribeService } from '../unsubscribing/unsubscribe.service.js';
import { decompressText } from './content-compression.js';
import { type StoredEmail, StoredEmailRepository } from './stored-email.repository.js';
import { originOf } from './message-origin.js';

/** Composes emails that no event requested, such as notices and resent emails, from their stored content. */
@Injectable()
export class StoredEmailComposer {
  constructor(
    private readonly emails: StoredEmailRepository,
    private readonly senders: SenderService,
    private readonly suppressions: SuppressionService,
    private readonly unsubscribing: UnsubscribeService,
    private readonly bounceAddresses: BounceAddresses,
  ) {}

  /** Null if there is no such email. */
  async compose(email: PlannedEmail): Promise<ComposedEmail | 'suppressed' | null> {
    const { partnerId, companyId, id } = email;
    const found = await this.emails.readForSending(partnerId, id);
    if (found === null) return null;
    const { to, kind } = found;
    if (await this.suppressions.suppresses({ companyId, kind, recipient: to })) return 'suppressed';
    const sender = await this.senders.ofEmail(partnerId);
    const unsubscribe = this.unsubscribeOf(email, found, sender);
    const former = found.unsubscribe?.url ?? '';
    const url = unsubscribe?.url ?? '';
    // Our unsubscribe link contains the recipient, and a resent email may have another one.
    const addressed = (part: string) => (former === url ? part : part.replaceAll(former, url));
    const { subject, fromName, replyTo, templateId, attachments } = found;
    const message = {
      ...originOf(email, { kind, sender, name: fromName, bounceAddress: this.bounceAddresses.of(email) }),
      replyTo,
      to,
      subject,
      html: addressed(await decompressText(found.html)),
      text: addressed(await decompressText(found.text)),
      attachments,
      unsubscribe,
    };
    return { message, templateId, fallback: null, isKept: former === url };
  }

  private unsubscribeOf(
    { partnerId, companyId }: PlannedEmail,
    { unsubscribe, language, to: recipient, fromName }: StoredEmail,
    { partnerName }: MailSender,
  ): MailUnsubscribe | null {
    if (unsubscribe === null || !unsubscribe.isOneClick) return unsubscribe;
    const former = this.unsubscribing.linkOf(unsubscribe.url);
    const senderName = former?.senderName ?? fromName ?? partnerName ?? '';
    const logoUrl = former?.logoUrl ?? null;
    const link = { partnerId, companyId, language, recipient, senderName, logoUrl };
    const url = this.unsubscribing.urlOf(link);
    return url === null ? unsubscribe : { url, isOneClick: true };
  }
}
