import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { refusalOf } from '../completion/refusal.js';
import { type Completion, CompletionStore } from '../domain/completion-store.js';
import { type Ruling } from '../domain/ruling.js';
import { type EmailReport } from './domain/email.js';
import { type PlannedEmail } from './domain/planned-email.js';

/**
 * Outcomes of emails in PostgreSQL: one statement, fenced by the leases, for the log and what follows. An email that is
 * sent or has failed leaves the table of what waits, and its attachments are removed: nobody needs them any more.
 */
@Injectable()
export class EmailCompletionRepository extends CompletionStore<PlannedEmail, EmailReport> {
  constructor(private readonly database: Database) {
    super();
  }

  override async write(group: readonly Completion<PlannedEmail, EmailReport>[]) {
    const { rows } = await this.database.pool
      .query<{ place: number }>({ name: 'complete emails', text: STATEMENT, values: parametersOf(group) })
      .catch((error: Error) => {
        throw refusalOf(error);
      });
    return rows.map(({ place }) => group[place - 1]).filter((completion) => completion !== undefined);
  }
}

const STATEMENT = `
  WITH given AS (
    SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::float8[], $7::int[],
      $8::timestamptz[], $9::int[], $10::int[], $11::text[], $12::text[], $13::int[], $14::text[]) WITH ORDINALITY
      AS t (partner_id, email_id, lease, ruling, failures, delay, number, started_at, duration_ms, status, error, answer,
        template_id, fallback, place)
  ), owned AS (
    SELECT g.* FROM email_waiting m
    JOIN given g ON g.partner_id = m.partner_id AND g.email_id = m.email_id AND g.lease = m.lease
    ORDER BY m.partner_id, m.email_id FOR UPDATE OF m
  ), logged AS (
    INSERT INTO email_attempt (partner_id, email_id, number, started_at, duration_ms, status, error, answer, template_id,
      fallback, ruling)
    SELECT partner_id, email_id, number, started_at, duration_ms, status, error, answer, template_id, fallback::json,
      ruling
    FROM owned WHERE started_at IS NOT NULL
    ON CONFLICT DO NOTHING
  ), planned AS (
    UPDATE email_waiting m SET number = m.number + CASE WHEN o.ruling = 'retry' THEN 1 ELSE 0 END,
      failures = o.failures, lease = NULL, due_at = now() + o.delay * interval '1 millisecond'
    FROM owned o WHERE m.partner_id = o.partner_id AND m.email_id = o.email_id AND o.delay IS NOT NULL
  ), removed AS (
    DELETE FROM email_waiting m USING owned o
    WHERE m.partner_id = o.partner_id AND m.email_id = o.email_id AND o.delay IS NULL
  ), bared AS (
    DELETE FROM email_attachment a USING owned o
    WHERE a.partner_id = o.partner_id AND a.email_id = o.email_id AND o.delay IS NULL
  )
  SELECT place::int FROM owned`;

function parametersOf(group: readonly Completion<PlannedEmail, EmailReport>[]): unknown[] {
  const attempts = group.map(({ attempt }) => attempt);
  const reports = group.map(({ report }) => report);
  return [
    attempts.map(({ partnerId }) => partnerId),
    attempts.map(({ id }) => id),
    attempts.map(({ hold }) => hold.lease),
    group.map(({ ruling }) => ruling.kind),
    group.map(({ attempt, ruling }) => (ruling.kind === 'retry' ? ruling.failures : attempt.failures)),
    group.map(({ ruling }) => delayOf(ruling)),
    attempts.map(({ number }) => number),
    reports.map((report) => report?.startedAt ?? null),
    reports.map((report) => (report === null ? null : Math.round(report.durationMs))),
    reports.map((report) => report?.status ?? null),
    reports.map((report) => report?.error ?? null),
    reports.map((report) => report?.answer ?? null),
    reports.map((report) => report?.templateId ?? null),
    reports.map((report) => (report?.fallback ? JSON.stringify(report.fallback) : null)),
  ];
}

/** Null where the email has come to its end. */
function delayOf(ruling: Ruling): number | null {
  return ruling.kind === 'retry' || ruling.kind === 'held' ? ruling.delayMs : null;
}
