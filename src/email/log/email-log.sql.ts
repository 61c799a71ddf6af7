import { firstIdAt, timeOf } from '../../shared/domain/time-ordered-id.js';
import type { Span } from '../../queue/domain/moment.js';
import { committedWithin } from '../../queue/log/committed-within.js';
import { FilterConditions, type Statement } from '../../queue/log/filter-conditions.js';
import type { EmailFilter } from '../domain/email.js';

const DAY_MS = 86_400_000;

/** Derives an email's status: it waits, or was ended after its last attempt, or the last attempt decides. */
const STATUS = `CASE WHEN w.email_id IS NOT NULL THEN 'pending' WHEN n.number >= coalesce(a.number, 0) THEN n.status
  ELSE coalesce(a.decision, 'failed') END`;

/** An email without an event has the event's members itself. */
const TYPE = 'coalesce(v.type, m.type)';
const TYPE_ID = 'coalesce(v.type_id, m.type_id)';

const COLUMNS = `m.id, coalesce(v.key, m.event_key) AS "eventKey", ${TYPE} AS type, ${TYPE_ID} AS "typeId",
  m.company_id AS "companyId", m.kind, m.recipient AS to, m.language, c.subject, c.from_name AS "fromName",
  c.reply_to AS "replyTo", m.is_test AS "isTest", m.resend_of AS "resendOf", ${STATUS} AS status,
  coalesce(a.number, 0)::int AS "attemptCount",
  CASE WHEN w.lease IS NULL THEN w.due_at END AS "nextAttemptAt", a.status AS "lastStatus", a.error AS "lastError",
  a.template_id AS "templateId", a.fallback, CASE WHEN ${STATUS} = 'bounced' THEN json_build_object('status', n.code,
    'answer', n.answer, 'reportedAt', to_char(n.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS bounce`;

/** Joins an email's event, attempts and end, each within its own days. */
const WAY = `
  LEFT JOIN accepted_event v ON v.partner_id = m.partner_id AND v.id = m.event_id AND v.id BETWEEN $2 AND $3
  LEFT JOIN LATERAL (
    SELECT subject, from_name, reply_to FROM email_content c
    WHERE c.partner_id = m.partner_id AND c.email_id = m.id AND c.email_id BETWEEN $2 AND $3 OFFSET 0
  ) AS c ON true
  LEFT JOIN LATERAL (SELECT * FROM email_attempt WHERE partner_id = $1 AND email_id = m.id OFFSET 0) AS w ON true
  LEFT JOIN LATERAL (
    SELECT * FROM email_attempt_log a
    WHERE a.partner_id = m.partner_id AND a.email_id = m.id AND a.email_id BETWEEN $2 AND $3
    ORDER BY a.number DESC LIMIT 1
  ) AS a ON true
  LEFT JOIN LATERAL (
    SELECT * FROM email_end n
    WHERE n.partner_id = m.partner_id AND n.email_id = m.id AND n.email_id BETWEEN $2 AND $3 OFFSET 0
  ) AS n ON true`;

/** An email is removed together with its event, unless it has none. */
const IS_THERE = '(v.id IS NOT NULL OR m.event_id IS NULL)';

/** OFFSET 0 makes the planner look up each id. Otherwise it might read whole days in the order of the list. */
const READ = `
  SELECT ${COLUMNS} FROM unnest($4::uuid[]) AS found (id)
  CROSS JOIN LATERAL (
    SELECT * FROM email WHERE partner_id = $1 AND email.id = found.id AND email.id BETWEEN $2 AND $3 OFFSET 0
  ) AS m ${WAY}
  WHERE ${IS_THERE} AND ($6::text IS NULL OR m.kind = $6) AND ($7::text IS NULL OR m.recipient_lower = lower($7))
    AND ($8::int IS NULL OR m.company_id = $8) AND ($9::text IS NULL OR ${TYPE} = $9)
    AND ($10::text IS NULL OR ${TYPE_ID} = $10) AND ($11::text IS NULL OR ${STATUS} = $11)
  ORDER BY m.id DESC LIMIT $5`;

/** Reads those of the given emails that match the filter. The statement's text does not depend on the filter. */
export function readEmails(
  partnerId: number,
  { kind, to, companyId, type, typeId, status }: EmailFilter,
  ids: readonly string[],
  most: number,
): Statement {
  const wanted = [kind, to, companyId, type, typeId, status].map((value) => value ?? null);
  const [newest = firstIdAt(0)] = ids;
  return { text: READ, values: [partnerId, firstDay(ids.at(-1) ?? newest), newest, ids, most, ...wanted] };
}

/** An event is slightly older than its emails, and may fall on the day before. */
function firstDay(emailId: string): string {
  return firstIdAt(timeOf(emailId) - DAY_MS);
}

/** One index walk for each member of the filter; a single one along all emails if the filter is empty. */
export function emailPlaces(partnerId: number, filter: EmailFilter): ((most: number) => Statement)[] {
  const { kind, to, companyId, type, typeId, status } = filter;
  const along =
    (walk: (conditions: FilterConditions, span: (id: string) => string) => string) => (most: number) => {
      const conditions = new FilterConditions(partnerId, most);
      const after = filter.after === undefined ? undefined : { eventId: filter.after };
      const span = (id: string): string =>
        [
          ...conditions.span(id, { ...filter, after }),
          ...(after === undefined ? [] : [`${id} <> ${conditions.value(after.eventId)}::uuid`]),
        ]
          .map((condition) => ` AND ${condition}`)
          .join('');
      return { text: walk(conditions, span), values: conditions.values };
    };
  const emails = (condition: string, span: (id: string) => string): string =>
    `SELECT id FROM email WHERE partner_id = $1${condition}${span('id')} ORDER BY id DESC LIMIT $2`;
  // Rows of earlier versions lack the column, so their events are joined.
  const either = (named: string, unnamed: string): string =>
    `SELECT id FROM ((${named}) UNION ALL (${unnamed})) AS m ORDER BY id DESC LIMIT $2`;
  const walks = [
    typeId !== undefined &&
      along((conditions, span) =>
        either(
          emails(` AND type_id = ${conditions.value(typeId)}`, span),
          emails(' AND type_id IS NULL AND event_id IS NOT NULL', span),
        ),
      ),
    to !== undefined &&
      along((conditions, span) => emails(` AND recipient_lower = lower(${conditions.value(to)})`, span)),
    status !== undefined && along((_, span) => inState[status](span)),
    type !== undefined &&
      along((conditions, span) =>
        either(emails(` AND type = ${conditions.value(type)}`, span), emails(' AND type IS NULL', span)),
      ),
    companyId !== undefined &&
      along((conditions, span) => emails(` AND company_id = ${conditions.value(companyId)}`, span)),
    kind !== undefined && along((conditions, span) => emails(` AND kind = ${conditions.value(kind)}`, span)),
  ].filter((walk) => walk !== false);
  return walks.length > 0 ? walks : [along((_, span) => emails('', span))];
}

const inState = {
  pending: (span: (id: string) => string): string =>
    `SELECT email_id AS id FROM email_attempt WHERE partner_id = $1${span('email_id')}
     ORDER BY email_id DESC LIMIT $2`,
  succeeded: (span: (id: string) => string): string => ended('succeeded', span),
  failed: (span: (id: string) => string): string => ended('failed', span),
  suppressed: (span: (id: string) => string): string => endedOtherwise('suppressed', span),
  bounced: (span: (id: string) => string): string => endedOtherwise('bounced', span),
};

/** Matches emails that ended otherwise than by an attempt. */
function endedOtherwise(status: string, span: (id: string) => string): string {
  return `SELECT email_id AS id FROM email_end WHERE partner_id = $1 AND status = '${status}'${span('email_id')}
    ORDER BY email_id DESC LIMIT $2`;
}

function ended(decision: string, span: (id: string) => string): string {
  return `SELECT email_id AS id FROM email_attempt_log WHERE partner_id = $1 AND decision = '${decision}'${span('email_id')}
    ORDER BY email_id DESC LIMIT $2`;
}

/** Reads the email `$4` of the partner `$1`, within the days from `$2` to `$3`. */
const READ_EMAIL = `SELECT ${COLUMNS} FROM email m ${WAY} WHERE m.partner_id = $1 AND m.id = $4 AND m.id BETWEEN $2 AND $3 AND ${IS_THERE}`;

export function readEmail(partnerId: number, id: string): Statement {
  return { text: READ_EMAIL, values: [partnerId, firstDay(id), id, id] };
}

/** The longest time between the beginning and the commit of a transaction. */
const LONGEST_TRANSACTION_MS = 30_000;

/** Ids of emails that were requested, attempted or ended between two moments, oldest first. */
export function changedEmails(partnerId: number, { since, until }: Span, most: number): Statement {
  const from = since.time.getTime() - LONGEST_TRANSACTION_MS;
  // Ids of emails without an event are not made by lanes.
  const firstId = [since.settled, firstIdAt(from)].toSorted()[0];
  return {
    text: `SELECT DISTINCT id FROM (
        (SELECT id FROM email m WHERE partner_id = $1 AND id > $6 AND ${committedWithin('m')} ORDER BY id LIMIT $2)
        UNION ALL
        SELECT email_id FROM email_attempt_log a WHERE partner_id = $1 AND logged_at >= $5 AND ${committedWithin('a')}
        UNION ALL
        SELECT email_id FROM email_end n WHERE partner_id = $1 AND ended_at >= $5 AND ${committedWithin('n')}
      ) AS changed ORDER BY id LIMIT $2`,
    values: [partnerId, most, since.snapshot, until.snapshot, new Date(from), firstId],
  };
}
