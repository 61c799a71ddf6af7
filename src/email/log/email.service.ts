import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain/errors.js';
import type { FoundPage } from '../../queue/log/bounded-search.js';
import type { Email, EmailDetail, EmailFilter } from '../domain/email.js';
import { isEmailId } from '../domain/email-id.js';
import type { ContentPart } from '../domain/sent-content.js';
import { decompressText } from '../composing/content-compression.js';
import { messageSource } from '../smtp/mime-message.js';
import { EmailLogRepository, type SentMessage } from './email-log.repository.js';

/** The log of a partner's emails. */
@Injectable()
export class EmailService {
  constructor(private readonly log: EmailLogRepository) {}

  /** One page, newest first. */
  list(partnerId: number, filter: EmailFilter, limit: number): Promise<FoundPage<Email, string>> {
    return this.log.list(partnerId, filter, limit);
  }

  /** @throws NotFound */
  async find(partnerId: number, id: string): Promise<EmailDetail> {
    const email = isEmailId(id) ? await this.log.find(partnerId, id) : null;
    if (email === null) throw NotFound.of('email', id);
    return email;
  }

  /** A part of the email as last sent. @throws NotFound if there is no such email, or the part is not stored */
  async contentOf(partnerId: number, id: string, part: ContentPart): Promise<string> {
    await this.find(partnerId, id);
    const kept = await this.log.contentOf(partnerId, id, part);
    if (kept === null) throw notKept();
    return decompressText(kept);
  }

  /** The header fields of the email as last sent. @throws NotFound if there is no such email, or they are not stored */
  async headersOf(partnerId: number, id: string): Promise<string> {
    return `${(await this.messageOf(partnerId, id)).head}\r\n`;
  }

  /**
   * The message as last sent, with empty attachments.
   * @throws NotFound if there is no such email, or it is not stored
   */
  async sourceOf(partnerId: number, id: string): Promise<Buffer> {
    const { head, html, text, attached } = await this.messageOf(partnerId, id);
    if (html === null || text === null) throw notKept();
    const parts = { html: await decompressText(html), text: await decompressText(text) };
    return messageSource({ id, head, ...parts, attached: attached ?? [] });
  }

  private async messageOf(partnerId: number, id: string): Promise<SentMessage> {
    await this.find(partnerId, id);
    const message = await this.log.messageOf(partnerId, id);
    if (message === null) throw notKept();
    return message;
  }
}

function notKept(): NotFound {
  return new NotFound('This email has not been sent yet, or its content is not kept.');
}
