import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { firstIdAt } from '../domain/event-ids.js';
import { type Email, type EmailDetail, type EmailFilter, type LoggedEmailAttempt } from './domain/email.js';

/** An email's state is not stored: it waits, or its last attempt says how it ended. */
const STATUS = `CASE WHEN w.email_id IS NOT NULL THEN 'pending' ELSE coalesce(a.ruling, 'failed') END`;

const SELECT = `
  SELECT m.id, v.key AS "eventKey", v.type, v.type_id AS "typeId", m.company_id AS "companyId", m.kind,
    m.recipient AS to, m.language, ${STATUS} AS status, coalesce(a.number, 0)::int AS "attemptCount",
    CASE WHEN w.lease IS NULL THEN w.due_at END AS "nextAttemptAt", a.status AS "lastStatus", a.error AS "lastError",
    a.template_id AS "templateId", a.fallback
  FROM email m
  JOIN event v ON v.partner_id = m.partner_id AND v.id = m.event_id
  LEFT JOIN email_waiting w ON w.partner_id = m.partner_id AND w.email_id = m.id
  LEFT JOIN LATERAL (
    SELECT * FROM email_attempt a WHERE a.partner_id = m.partner_id AND a.email_id = m.id
    ORDER BY a.number DESC LIMIT 1
  ) AS a ON true`;

const ATTEMPTS = `
  SELECT number, started_at AS "startedAt", duration_ms AS "durationMs", status, error, answer,
    template_id AS "templateId", fallback
  FROM email_attempt WHERE partner_id = $1 AND email_id = $2 ORDER BY number`;

/** The log of emails, read from requests, attempts and what waits together. */
@Injectable()
export class EmailLogRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Newest first. */
  list(partnerId: number, filter: EmailFilter, limit: number): Promise<Email[]> {
    const values: unknown[] = [partnerId];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const conditions = ['m.partner_id = $1'];
    if (filter.kind !== undefined) conditions.push(`m.kind = ${value(filter.kind)}`);
    if (filter.type !== undefined) conditions.push(`v.type = ${value(filter.type)}`);
    if (filter.to !== undefined) conditions.push(`m.recipient_lower = lower(${value(filter.to)})`);
    if (filter.typeId !== undefined) conditions.push(`v.type_id = ${value(filter.typeId)}`);
    if (filter.companyId !== undefined) conditions.push(`m.company_id = ${value(filter.companyId)}`);
    if (filter.since) conditions.push(`m.id >= ${value(firstIdAt(filter.since.getTime()))}`);
    if (filter.until) conditions.push(`m.id < ${value(firstIdAt(filter.until.getTime()))}`);
    if (filter.after !== undefined) conditions.push(`m.id < ${value(filter.after)}`);
    if (filter.status !== undefined) conditions.push(`${STATUS} = ${value(filter.status)}`);
    if (filter.status === 'pending') {
      conditions.push('m.id IN (SELECT email_id FROM email_waiting WHERE partner_id = $1)');
    }
    if (filter.status === 'failed') {
      conditions.push(
        `m.id IN (SELECT email_id FROM email_attempt WHERE partner_id = $1 AND ruling = 'failed')`,
      );
    }
    const query = `${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY m.id DESC LIMIT ${value(limit)}`;
    return this.database.of(partnerId, (rows) => rows.query<Email[]>(query, values));
  }

  find(partnerId: number, id: string): Promise<EmailDetail | null> {
    return this.database.of(partnerId, async (rows) => {
      const [email] = await rows.query<Email[]>(`${SELECT} WHERE m.partner_id = $1 AND m.id = $2`, [
        partnerId,
        id,
      ]);
      if (email === undefined) return null;
      return { ...email, attempts: await rows.query<LoggedEmailAttempt[]>(ATTEMPTS, [partnerId, id]) };
    });
  }
}
