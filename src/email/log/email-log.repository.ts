import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import type { Span } from '../../queue/domain/moment.js';
import { type FoundPage, type Order, searchPage, type Walk } from '../../queue/log/bounded-search.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import type { Email, EmailDetail, EmailFilter, LoggedEmailAttempt } from '../domain/email.js';
import type { AttachedFile } from '../domain/mailer.js';
import type { ContentPart } from '../domain/sent-content.js';
import { changedEmails, emailPlaces, readEmail, readEmails } from './email-log.sql.js';

const ATTEMPTS = `
  SELECT number, started_at AS "startedAt", duration_ms AS "durationMs", status, error, answer,
    template_id AS "templateId", fallback
  FROM email_attempt_log WHERE partner_id = $1 AND email_id = $2 ORDER BY number`;

const SENT = `
  SELECT sender, attached FROM email_content WHERE partner_id = $1 AND email_id = $2`;

/** Reads the stored parts of a sent message. */
const SOURCE = `
  SELECT c.head, c.html, c.text, c.attached
  FROM email_content c JOIN email m ON m.partner_id = c.partner_id AND m.id = c.email_id
  WHERE c.partner_id = $1 AND c.email_id = $2 AND c.head IS NOT NULL`;

/** Reads one part of the email `$2`. Each part is a column of the same name. */
const CONTENT = (part: ContentPart) => `
  SELECT c.${part} AS part FROM email_content c JOIN email m ON m.partner_id = c.partner_id AND m.id = c.email_id
  WHERE c.partner_id = $1 AND c.email_id = $2`;

/** The stored parts of a sent message. */
export interface SentMessage {
  readonly head: string;
  /** Compressed; null if it was too large to store. */
  readonly html: Buffer | null;
  readonly text: Buffer | null;
  readonly attached: readonly AttachedFile[] | null;
}

/** The log of emails, assembled from requests, attempts and waiting emails. */
@Injectable()
export class EmailLogRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** One page, newest first. */
  list(partnerId: number, filter: EmailFilter, limit: number): Promise<FoundPage<Email, string>> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      const walks = emailPlaces(partnerId, filter).map((places): Walk<Email, string> => ({
        places: async (most) => (await log.query<{ id: string }>(places(most))).map(({ id }) => id),
        read: (ids, most) => log.query<Email>(readEmails(partnerId, filter, ids, most)),
      }));
      return searchPage(walks, limit, ({ id }) => id, ORDER);
    });
  }

  find(partnerId: number, id: string): Promise<EmailDetail | null> {
    return this.database.of(partnerId, async (rows) => {
      const { text, values } = readEmail(partnerId, id);
      const [email] = await rows.query<Email[]>(text, values);
      if (email === undefined) return null;
      const [sent] = await rows.query<Pick<EmailDetail, 'sender' | 'attached'>[]>(SENT, [partnerId, id]);
      const attempts = await rows.query<LoggedEmailAttempt[]>(ATTEMPTS, [partnerId, id]);
      return { ...email, sender: sent?.sender ?? null, attached: sent?.attached ?? null, attempts };
    });
  }

  /** Ids of at most `most` emails that changed in the span, oldest first. */
  changed(partnerId: number, span: Span, most: number): Promise<readonly string[]> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return (await log.query<{ id: string }>(changedEmails(partnerId, span, most))).map(({ id }) => id);
    });
  }

  /** @param ids in ascending order; omits emails that no longer exist */
  these(partnerId: number, ids: readonly string[]): Promise<readonly Email[]> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      const found = await log.query<Email>(readEmails(partnerId, {}, ids.toReversed(), ids.length));
      return found.toReversed();
    });
  }

  /** A part of the email as last sent, compressed; null if it is not stored. */
  contentOf(partnerId: number, id: string, part: ContentPart): Promise<Buffer | null> {
    return this.database.of(partnerId, async (rows) => {
      const [found] = await rows.query<{ part: Buffer | null }[]>(CONTENT(part), [partnerId, id]);
      return found?.part ?? null;
    });
  }

  /** The message of the email as last sent; null if it is not stored. */
  messageOf(partnerId: number, id: string): Promise<SentMessage | null> {
    return this.database.of(partnerId, async (rows) => {
      const [found] = await rows.query<SentMessage[]>(SOURCE, [partnerId, id]);
      return found ?? null;
    });
  }
}

const ORDER: Order<string> = { isOlder: (id, than) => id < than, meetingPoint: (id) => id };
