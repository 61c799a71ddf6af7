import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { completionErrorOf } from '../queue/completion-error.js';
import { type Completion, CompletionStore } from '../queue/domain/completion-store.js';
import type { Decision } from '../queue/domain/decision.js';
import type { EmailReport } from './domain/email.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { countEmails } from './statistics/email-statistics.sql.js';

/**
 * Writes the completions of emails in one statement, each only if this process still has the lease. Also writes notices
 * of templates that failed (`write_notices` of `src/notice`, migration 0071). Emails that were sent or have failed
 * leave `email_attempt`. Their content stays; attachments stay only for failed emails, so that they can be resent.
 */
@Injectable()
export class EmailCompletionRepository extends CompletionStore<PlannedEmail, EmailReport> {
  constructor(private readonly database: Database) {
    super();
  }

  override async write(group: readonly Completion<PlannedEmail, EmailReport>[]) {
    const statement = { name: 'complete emails', text: STATEMENT, values: parametersOf(group) };
    const { rows } = await this.database.writes
      .watch(() => this.database.pool.query<{ place: number }>(statement))
      .catch((error: Error) => {
        throw completionErrorOf(error);
      });
    return rows.map(({ place }) => group[place - 1]).filter((completion) => completion !== undefined);
  }
}

const STATEMENT = `
  WITH given AS (
    SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::float8[], $7::int[],
      $8::timestamptz[], $9::int[], $10::int[], $11::text[], $12::text[], $13::int[], $14::text[], $15::text[],
      $16::text[], $17::text[], $18::text[], $19::boolean[], $20::int[], $21::bytea[], $22::bytea[], $23::text[], $24::text[],
      $25::text[]) WITH ORDINALITY
      AS t (partner_id, email_id, lease, decision, failures, delay, number, started_at, duration_ms, status, error, answer,
        template_id, fallback, subject, from_name, reply_to, unsubscribe_url, is_one_click, attachments, html, text,
        head, sender, attached, place)
  ), owned AS (
    SELECT g.*, m.company_id FROM email_attempt m
    JOIN given g ON g.partner_id = m.partner_id AND g.email_id = m.email_id AND g.lease = m.lease
    ORDER BY m.partner_id, m.email_id FOR UPDATE OF m
  ), logged AS (
    INSERT INTO email_attempt_log (partner_id, email_id, number, started_at, duration_ms, status, error, answer, template_id,
      fallback, decision)
    SELECT partner_id, email_id, number, started_at, duration_ms, status, error, answer, template_id, fallback::json,
      decision
    FROM owned WHERE started_at IS NOT NULL
    ON CONFLICT DO NOTHING
  ), kept AS (
    INSERT INTO email_content (partner_id, email_id, subject, from_name, reply_to, unsubscribe_url, is_one_click, template_id,
      attachments, html, text, head, sender, attached)
    SELECT partner_id, email_id, subject, from_name, reply_to, unsubscribe_url, is_one_click, template_id, attachments, html,
      text, head, sender::jsonb, attached::jsonb
    FROM owned WHERE subject IS NOT NULL
    ON CONFLICT (partner_id, email_id) DO UPDATE SET subject = excluded.subject, from_name = excluded.from_name,
      reply_to = excluded.reply_to, unsubscribe_url = excluded.unsubscribe_url,
      is_one_click = excluded.is_one_click, template_id = excluded.template_id,
      attachments = excluded.attachments, html = excluded.html, text = excluded.text, head = excluded.head,
      sender = excluded.sender, attached = excluded.attached
  ), headed AS (
    UPDATE email_content c SET head = o.head, sender = o.sender::jsonb
    FROM owned o WHERE c.partner_id = o.partner_id AND c.email_id = o.email_id AND o.subject IS NULL AND o.head IS NOT NULL
  ), planned AS (
    UPDATE email_attempt m SET number = m.number + CASE WHEN o.decision = 'retry' THEN 1 ELSE 0 END,
      failures = o.failures, lease = NULL, due_at = now() + o.delay * interval '1 millisecond'
    FROM owned o WHERE m.partner_id = o.partner_id AND m.email_id = o.email_id AND o.delay IS NOT NULL
  ), removed AS (
    DELETE FROM email_attempt m USING owned o
    WHERE m.partner_id = o.partner_id AND m.email_id = o.email_id AND o.delay IS NULL
  ), detached AS (
    DELETE FROM email_attachment a USING owned o
    WHERE a.partner_id = o.partner_id AND a.email_id = o.email_id AND o.delay IS NULL AND o.decision <> 'failed'
  ), counted AS (
    ${countEmails('owned', { sent: `decision = 'succeeded'`, failed: `decision = 'failed'` })}
  ), noticed AS MATERIALIZED (
    SELECT write_notices(json_agg(json_build_object('partner_id', partner_id, 'name', 'emailTemplate.fallback',
      'object_id', fallback::json ->> 'templateId', 'life', 0, 'company_id', company_id, 'well_at', now(),
      'facts', fallback::json))) AS notices
    FROM owned WHERE fallback IS NOT NULL
  )
  SELECT place::int, (SELECT notices FROM noticed) FROM owned`;

function parametersOf(group: readonly Completion<PlannedEmail, EmailReport>[]): unknown[] {
  const attempts = group.map(({ attempt }) => attempt);
  const reports = group.map(({ report }) => report);
  const contents = reports.map((report) => report?.content ?? null);
  return [
    attempts.map(({ partnerId }) => partnerId),
    attempts.map(({ id }) => id),
    attempts.map(({ ownership }) => ownership.lease),
    group.map(({ decision }) => decision.kind),
    group.map(({ attempt, decision }) => (decision.kind === 'retry' ? decision.failures : attempt.failures)),
    group.map(({ decision }) => delayOf(decision)),
    attempts.map(({ number }) => number),
    reports.map((report) => report?.startedAt ?? null),
    reports.map((report) => (report === null ? null : Math.round(report.durationMs))),
    reports.map((report) => report?.status ?? null),
    reports.map((report) => report?.error ?? null),
    reports.map((report) => report?.answer ?? null),
    reports.map((report) => report?.templateId ?? null),
    reports.map((report) => (report?.fallback ? JSON.stringify(report.fallback) : null)),
    contents.map((content) => content?.subject ?? null),
    contents.map((content) => content?.fromName ?? null),
    contents.map((content) => content?.replyTo ?? null),
    contents.map((content) => content?.unsubscribe?.url ?? null),
    contents.map((content) => content?.unsubscribe?.isOneClick ?? false),
    contents.map((content) => content?.attached.length ?? null),
    contents.map((content) => content?.html ?? null),
    contents.map((content) => content?.text ?? null),
    reports.map((report) => report?.sent.head ?? null),
    reports.map((report) => (report === null ? null : JSON.stringify(report.sent.sender))),
    contents.map((content) => (content === null ? null : JSON.stringify(content.attached))),
  ];
}

/** Null if no further attempt follows. */
function delayOf(decision: Decision): number | null {
  return decision.kind === 'retry' || decision.kind === 'deferred' ? decision.delayMs : null;
}
