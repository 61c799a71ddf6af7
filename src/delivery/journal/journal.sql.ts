import { SEES_EVERY_PARTNER } from '../../database/every-partner.js';
import { type JournalEmail, type JournalGroup, leaseOf, type OwnedLane } from '../domain/lane-store.js';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const COMPANIES = '$4::int[]';

const eventsOf = (companies: string): string => `expected AS (
  SELECT * FROM unnest($1::int[], $2::int[], $3::int[]) AS t (company_id, partner_id, version)
), actual AS (
  SELECT company_id, partner_id, subscriptions_version AS version FROM lock_partners(${companies}, $27::int[])
), checked AS (
  SELECT ${SEES_EVERY_PARTNER} AND NOT EXISTS (TABLE expected EXCEPT TABLE actual)
    AND NOT EXISTS (TABLE actual EXCEPT TABLE expected) AS unchanged
), written_key AS (
  INSERT INTO event_key AS k (company_id, key, deliveries, emails, created_at)
  SELECT t.company_id, t.key, t.deliveries, t.emails, now()
  FROM unnest($5::int[], $6::text[], $7::int[], $8::int[]) AS t (company_id, key, deliveries, emails)
  WHERE (SELECT unchanged FROM checked)
  ORDER BY t.company_id, t.key
  ON CONFLICT (company_id, key) DO UPDATE
    SET deliveries = excluded.deliveries, emails = excluded.emails, created_at = excluded.created_at
    WHERE k.created_at < now() - interval '7 days'
  RETURNING company_id, key
), entry AS (
  SELECT t.*
  FROM unnest($9::int[], $10::uuid[], $11::int[], $12::text[], $13::boolean[], $14::text[], $15::text[],
    $16::timestamptz[], $17::boolean[], $18::text[], $19::text[], $20::text[], $21::int[], $22::int[], $23::int[],
    $24::int[])
    AS t (partner_id, id, company_id, key, is_keyed, type, type_id, created_at, is_test, subscription_ids,
      subscription_projections, overflow, subscriptions_version, start, projections_length, json_length)
  LEFT JOIN written_key w ON w.company_id = t.company_id AND w.key = t.key
  WHERE (SELECT unchanged FROM checked) AND (NOT t.is_keyed OR w.key IS NOT NULL)
), written_event AS (
  INSERT INTO event (partner_id, id, lane_id, key, company_id, type, type_id, created_at, is_test, subscription_ids,
    subscription_projections, subscriptions_version, projections, data)
  SELECT partner_id, id, $25, key, company_id, type, type_id, created_at, is_test, subscription_ids::int[],
    subscription_projections::smallint[], subscriptions_version,
    convert_from(substr($26::bytea, start, projections_length), 'UTF8'),
    convert_from(substr($26::bytea, start + projections_length, json_length), 'UTF8')
  FROM entry
), overflow AS (
  INSERT INTO delivery_attempt
    (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
  SELECT partner_id, subscription_id, id, CASE WHEN is_test THEN 'test' ELSE 'automatic' END, 1, 0, NOT is_test,
    subscriptions_version, now()
  FROM entry CROSS JOIN unnest(overflow::int[]) AS subscription_id
)`;

/** Comes first: turns are locked before partners, as by those who end deliveries. */
const TURNS = `given AS MATERIALIZED (
  SELECT * FROM ROWS FROM (
    unnest($28::uuid[], $29::int[], $30::int[], $31::text[], $32::int[], $33::boolean[]),
    lock_turns($30::int[], $29::int[], $31::text[])
  ) WITH ORDINALITY
    AS t (event_id, subscription_id, partner_id, document, subscriptions_version, is_kept, last_turn, place)
), `;

const AFTER_TURNS = `CASE WHEN (SELECT count(*) FROM given) > 0 THEN ${COMPANIES} END`;

/** The deliveries that have turns: what is first of its document begins, all else is due when its turn comes. */
const IN_TURN = `, in_turn AS (
  SELECT *,
    last_turn + row_number() OVER (PARTITION BY partner_id, subscription_id, document ORDER BY place) AS turn
  FROM given WHERE event_id = ANY (ARRAY(SELECT id FROM entry))
), planned AS (
  INSERT INTO delivery_attempt (partner_id, subscription_id, event_id, trigger, number, failures, continues,
    subscriptions_version, document, turn, lease, due_at)
  SELECT partner_id, subscription_id, event_id, 'automatic', 1, 0, true, subscriptions_version, document, turn,
    CASE WHEN turn = 1 AND is_kept THEN $34::uuid END,
    CASE WHEN turn > 1 THEN 'infinity' WHEN is_kept THEN now() + $35 * interval '1 millisecond' ELSE now() END
  FROM in_turn
)`;

const WAITING = `, (SELECT json_agg(json_build_object('subscriptionId', subscription_id, 'eventId', event_id))
    FROM in_turn WHERE turn > 1) AS waiting`;

/** `src/email` stores the emails of a group by its own function (migration 0100). */
const emailsFrom = (place: number): string => `, requested AS MATERIALIZED (
  SELECT request_emails(array_agg(id), array_agg(partner_id), array_agg(company_id), array_agg(type), $${place}::json) AS emails
  FROM entry
)`;

const ANSWER = `
SELECT
  (SELECT unchanged FROM checked) AS unchanged, ${SEES_EVERY_PARTNER} AS "seesEveryPartner",
  (SELECT coalesce(json_agg(json_build_array(company_id, key)), '[]') FROM written_key) AS keys`;

/**
 * Writes a group of events in one statement, and so in one transaction and one round trip: the keys, the events, the
 * first attempts for which memory has no room or which have turns, and the emails. It first checks that the
 * subscriptions are still those that the events were matched against, and locks the partners against change until the
 * commit. If they are not, or if the session does not see every partner, nothing is written. An event whose key was
 * accepted in the last seven days is left out, with its emails. Most groups have no emails and no turns, and a statement
 * without those parts.
 */
export function journalStatement(lane: OwnedLane, group: JournalGroup): Statement {
  const hasTurns = group.entries.some(({ inTurn }) => inTurn.length > 0);
  const hasEmails = group.emails.length > 0;
  const values = [
    ...eventParameters(lane.id, group),
    ...(hasTurns ? turnParameters(lane, group) : []),
    ...(hasEmails ? [emailParameter(group.emails)] : []),
  ];
  const events = hasTurns ? TURNS + eventsOf(AFTER_TURNS) + IN_TURN : eventsOf(COMPANIES);
  const answer = hasTurns ? ANSWER + WAITING : ANSWER;
  return {
    name: `write journal${hasTurns ? ' with turns' : ''}${hasEmails ? ' with emails' : ''}`,
    text: hasEmails
      ? `WITH ${events}${emailsFrom(values.length)}${answer}, (SELECT emails FROM requested)`
      : `WITH ${events}${answer}`,
    values,
  };
}

function turnParameters(lane: OwnedLane, { entries, leaseMs }: JournalGroup): unknown[] {
  const all = entries.flatMap(({ inTurn, ...entry }) => inTurn.map((one) => ({ ...entry, ...one })));
  return [
    all.map(({ eventId }) => eventId),
    all.map(({ subscriptionId }) => subscriptionId),
    all.map(({ partnerId }) => partnerId),
    all.map(({ typeId }) => typeId),
    all.map(({ subscriptionsVersion }) => subscriptionsVersion),
    all.map(({ isKept }) => isKept),
    leaseOf(lane),
    leaseMs,
  ];
}

/** The texts of all events are one binary parameter, which the statement cuts up. */
function eventParameters(
  laneId: number,
  { companyIds, partnerIds, matchedVersions, keys, entries }: JournalGroup,
): unknown[] {
  const texts: Buffer[] = [];
  const starts: number[] = [];
  const projectionLengths: number[] = [];
  const jsonLengths: number[] = [];
  let end = 1;
  for (const { projections, json } of entries) {
    const [first, second] = [Buffer.from(projections), Buffer.from(json)];
    texts.push(first, second);
    starts.push(end);
    projectionLengths.push(first.length);
    jsonLengths.push(second.length);
    end += first.length + second.length;
  }
  return [
    matchedVersions.map(({ companyId }) => companyId),
    matchedVersions.map(({ partnerId }) => partnerId),
    matchedVersions.map(({ subscriptionsVersion }) => subscriptionsVersion),
    companyIds,
    keys.map(({ companyId }) => companyId),
    keys.map(({ key }) => key),
    keys.map(({ deliveries }) => deliveries),
    keys.map(({ emails }) => emails),
    entries.map(({ partnerId }) => partnerId),
    entries.map(({ eventId }) => eventId),
    entries.map(({ companyId }) => companyId),
    entries.map(({ key }) => key),
    entries.map(({ isKeyed }) => isKeyed),
    entries.map(({ type }) => type),
    entries.map(({ typeId }) => typeId),
    entries.map(({ createdAt }) => createdAt),
    entries.map(({ isTest }) => isTest),
    entries.map(({ subscriptionIds }) => `{${subscriptionIds.join()}}`),
    entries.map(({ subscriptionProjections }) => `{${subscriptionProjections.join()}}`),
    entries.map(({ overflow }) => `{${overflow.join()}}`),
    entries.map(({ subscriptionsVersion }) => subscriptionsVersion),
    starts,
    projectionLengths,
    jsonLengths,
    laneId,
    Buffer.concat(texts),
    partnerIds,
  ];
}

function emailParameter(emails: readonly JournalEmail[]): string {
  return JSON.stringify(
    emails.map(({ eventId, typeId, emailId, request, company, brand }) => ({
      id: emailId,
      event_id: eventId,
      type_id: typeId,
      kind: request.kind,
      recipient: request.to,
      language: request.language,
      given: request.given,
      company,
      brand,
      bytes: request.attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0),
      attachments: request.attachments,
    })),
  );
}
