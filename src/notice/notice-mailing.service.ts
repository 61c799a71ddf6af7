import { Injectable, Logger } from '@nestjs/common';
import { noticeNames, type NoticeName } from '../contact/domain/contact.js';
import { ContactService } from '../contact/contact.service.js';
import { NO_PARTNER } from '../email/domain/prepared-email.js';
import { PreparedEmailService } from '../email/prepared/prepared-email.service.js';
import { PartnerService } from '../partner/partner.service.js';
import type { Language } from '../rendering/domain/email-request.js';
import { digestTemplate, noticeTemplate } from '../rendering/emails/notice-template.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { NotFound } from '../shared/domain/errors.js';
import { localUrl } from '../shared/http/listening.js';
import { Settings } from '../shared/settings.js';
import { MAX_SINGLE_EMAILS } from './domain/notice.js';
import {
  digestVariables,
  type NoticeReading,
  noticeVariables,
  type ReadableNotice,
  toneOf,
} from './domain/notice-email.js';
import { NoticeObjects } from './notice-objects.js';
import { type DueNotices, NoticeRepository } from './notice.repository.js';

/** Entries of a digest. */
const MAX_ENTRIES = 20;
const SENDER_NAME = 'Livery';

interface Recipient {
  readonly email: string;
  readonly language: Language;
  readonly notices: readonly NoticeName[];
  readonly isOperator: boolean;
}

interface Written {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Sends notices to the contacts of their partners, and to operators, as emails of the service. */
@Injectable()
export class NoticeMailingService {
  private readonly log = new Logger('Notices');

  constructor(
    private readonly notices: NoticeRepository,
    private readonly objects: NoticeObjects,
    private readonly contacts: ContactService,
    private readonly partners: PartnerService,
    private readonly rendering: RenderingService,
    private readonly emails: PreparedEmailService,
    private readonly settings: Settings,
  ) {}

  /** Stores the emails that are due. */
  async run(): Promise<void> {
    for (const partnerId of await this.notices.partnersToMail()) {
      try {
        await this.mail(await this.notices.due(partnerId));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.log.warn(`The notices of partner ${partnerId} cannot be mailed yet: ${reason}`);
      }
    }
  }

  private async mail(due: DueNotices): Promise<void> {
    const partnerName = await this.nameOf(due.partnerId);
    const recipients = partnerName === null ? [] : await this.recipientsOf(due.partnerId);
    const readables = recipients.length === 0 ? [] : await this.readables(due);
    const written = new Map<string, Promise<readonly Written[]>>();
    const mailings: { to: Recipient; written: readonly Written[] }[] = [];
    for (const to of recipients) {
      const { language, isOperator, notices } = to;
      // Recipients with the same language, role and notices get the same email.
      const key = JSON.stringify([language, isOperator, notices]);
      const reading = { language, isOperator, partnerName: partnerName ?? '', consoleUrl: this.consoleUrl };
      const present = written.get(key) ?? this.write(due, readables, notices, reading);
      written.set(key, present);
      mailings.push({ to, written: await present });
    }
    const hasEmails = mailings.some(({ written: parts }) => parts.length > 0);
    const isSettled = await this.notices.settle(due, hasEmails, async (rows) => {
      for (const { to, written: parts } of mailings) {
        for (const part of parts) await this.emails.store(this.emailOf(to, part), rows);
      }
    });
    if (isSettled) this.emails.wake();
  }

  /** The partner's name; null if the partner is deleted, in which case no email is sent. */
  private async nameOf(partnerId: number): Promise<string | null> {
    try {
      return (await this.partners.find(partnerId)).name;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private async recipientsOf(partnerId: number): Promise<readonly Recipient[]> {
    const contacts = await this.contacts.confirmed(partnerId);
    const operators = this.settings.operatorContacts.map((email) => ({
      email,
      language: 'en' as const,
      notices: noticeNames,
      isOperator: true,
    }));
    return [...contacts.map((contact) => ({ ...pick(contact), isOperator: false })), ...operators];
  }

  /** Looks the objects up one after another, because the partner may use only a few connections. */
  private async readables({ listed }: DueNotices): Promise<readonly ReadableNotice[]> {
    const readables: ReadableNotice[] = [];
    for (const notice of listed) readables.push({ notice, object: await this.objects.find(notice) });
    return readables;
  }

  private async write(
    { counts }: DueNotices,
    readables: readonly ReadableNotice[],
    names: readonly NoticeName[],
    reading: NoticeReading,
  ): Promise<readonly Written[]> {
    const wanted = readables.filter(({ notice }) => names.includes(notice.name));
    const count = names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
    if (count <= MAX_SINGLE_EMAILS) {
      return Promise.all(wanted.map((readable) => this.writeOne(readable, reading)));
    }
    const variables = digestVariables(wanted.slice(0, MAX_ENTRIES), count, reading);
    const body = await this.rendering.renderDefault(NO_PARTNER, digestTemplate(reading.language), variables);
    return [{ subject: variables.subject, ...body }];
  }

  private async writeOne(readable: ReadableNotice, reading: NoticeReading): Promise<Written> {
    const variables = noticeVariables(readable, reading);
    const template = noticeTemplate(reading.language, toneOf(readable.notice));
    const body = await this.rendering.renderDefault(NO_PARTNER, template, variables);
    return { subject: variables.subject, ...body };
  }

  private emailOf({ email: to, language }: Recipient, { subject, html, text }: Written) {
    return {
      // Kept out of the partner's email log, and sent from the service's own address, because the partner's own sender
      // may be broken.
      partnerId: NO_PARTNER,
      kind: 'notice',
      to,
      language,
      subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
      fromName: SENDER_NAME,
      replyTo: null,
      templateId: null,
      isTest: false,
      html,
      text,
    };
  }

  private get consoleUrl(): string {
    return `${this.settings.publicUrl ?? localUrl(this.settings)}/console`;
  }
}

function pick({ email, language, notices }: Omit<Recipient, 'isOperator'>) {
  return { email, language, notices };
}
