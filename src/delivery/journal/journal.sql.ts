import { arrayLiteral } from '../../database/array-literal.js';
import { SEES_EVERY_PARTNER } from '../../database/every-partner.js';
import type { JournalGroup, OwnedLane } from '../domain/lane-store.js';
import { emailParameter, eventParameters, keyParameters, turnParameters } from './journal-parameters.js';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Optional parts of the statement. Most groups need none, and a shorter statement is cheaper. */
interface Parts {
  readonly keys: boolean;
  readonly overflow: boolean;
  readonly turns: boolean;
  readonly emails: boolean;
}

const COMPANIES = '$1::int[]';
/** The number of parameters of every group. Those of its optional parts follow in order. */
const COMMON = 21;
const PARAMETERS: Readonly<Record<keyof Parts, number>> = { keys: 5, overflow: 1, turns: 8, emails: 1 };

/** Numbers the parameters of an optional part: the first is `at(0)`. */
type Places = (number: number) => string;

/**
 * Compares versions and locks partners. MATERIALIZED: the function must be called once. It sees what was committed
 * while it waited for locks.
 */
const checked = (companies: string): string => `checked AS MATERIALIZED (
  SELECT ${SEES_EVERY_PARTNER} AND lock_matched_partners(${companies}, $5::int[], $2::int[], $3::int[], $4::int[])
    AS unchanged
)`;

/** Inserts keys. An event whose key was accepted in the last seven days is omitted. */
const writtenKeys = (at: Places): string => `, written_key AS (
  INSERT INTO event_key AS k (company_id, key, deliveries, emails, created_at)
  SELECT t.company_id, t.key, t.deliveries, t.emails, now()
  FROM unnest(${at(0)}::int[], ${at(1)}::text[], ${at(2)}::int[], ${at(3)}::int[])
    AS t (company_id, key, deliveries, emails)
  WHERE (SELECT unchanged FROM checked)
  ORDER BY t.company_id, t.key
  ON CONFLICT (company_id, key) DO UPDATE
    SET deliveries = excluded.deliveries, emails = excluded.emails, created_at = excluded.created_at
    WHERE k.created_at < now() - interval '7 days'
  RETURNING company_id, key
)`;

interface OptionalColumn {
  readonly name: string;
  readonly value: string;
}

const entries = (columns: readonly OptionalColumn[], isKeyed: boolean): string => `, entry AS (
  SELECT t.*
  FROM unnest($6::int[], $7::uuid[], $8::int[], $9::text[], $10::text[], $11::text[], $12::timestamptz[],
    $13::boolean[], $14::text[], $15::text[], $16::int[], $17::int[], $18::int[], $19::int[]
    ${columns.map(({ value }) => `, ${value}`).join('')})
    AS t (partner_id, id, company_id, key, type, type_id, created_at, is_test, subscription_ids,
      subscription_projections, subscriptions_version, start, projections_length, json_length
      ${columns.map(({ name }) => `, ${name}`).join('')})
  ${isKeyed ? 'LEFT JOIN written_key w ON w.company_id = t.company_id AND w.key = t.key' : ''}
  WHERE (SELECT unchanged FROM checked) ${isKeyed ? 'AND (NOT t.is_keyed OR w.key IS NOT NULL)' : ''}
), written_event AS (
  INSERT INTO event (partner_id, id, lane_id, key, company_id, type, type_id, created_at, is_test, subscription_ids,
    subscription_projections, subscriptions_version, projections, data)
  SELECT partner_id, id, $20, key, company_id, type, type_id, created_at, is_test, subscription_ids::int[],
    subscription_projections::smallint[], subscriptions_version,
    convert_from(substr($21::bytea, start, projections_length), 'UTF8'),
    convert_from(substr($21::bytea, start + projections_length, json_length), 'UTF8')
  FROM entry
)`;

/** Inserts first attempts that wait in the table from the start. */
const OVERFLOW = `, overflow AS (
  INSERT INTO delivery_attempt
    (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
  SELECT partner_id, subscription_id, id, CASE WHEN is_test THEN 'test' ELSE 'automatic' END, 1, 0, NOT is_test,
    subscriptions_version, now()
  FROM entry CROSS JOIN unnest(overflow::int[]) AS subscription_id
)`;

/** Assigns turns. Must come first: turns are locked before partners, in the same order as when deliveries end. */
const givenTurns = (at: Places): string => `given AS MATERIALIZED (
  SELECT * FROM ROWS FROM (
    unnest(${at(0)}::uuid[], ${at(1)}::int[], ${at(2)}::int[], ${at(3)}::text[], ${at(4)}::int[], ${at(5)}::boolean[]),
    lock_turns(${at(2)}::int[], ${at(1)}::int[], ${at(3)}::text[])
  ) WITH ORDINALITY
    AS t (event_id, subscription_id, partner_id, document, subscriptions_version, is_kept, last_turn, place)
), `;

const AFTER_TURNS = `CASE WHEN (SELECT count(*) FROM given) > 0 THEN ${COMPANIES} END`;

/**
 * Inserts ordered deliveries. The first of a document is leased or due; the others become due when their turn comes.
 */
const inTurn = (at: Places): string => `, in_turn AS (
  SELECT *,
    last_turn + row_number() OVER (PARTITION BY partner_id, subscription_id, document ORDER BY place) AS turn
  FROM given WHERE event_id = ANY (ARRAY(SELECT id FROM entry))
), planned AS (
  INSERT INTO delivery_attempt (partner_id, subscription_id, event_id, trigger, number, failures, continues,
    subscriptions_version, document, turn, lease, due_at)
  SELECT partner_id, subscription_id, event_id, 'automatic', 1, 0, true, subscriptions_version, document, turn,
    CASE WHEN turn = 1 AND is_kept THEN ${at(6)}::uuid END,
    CASE WHEN turn > 1 THEN 'infinity' WHEN is_kept THEN now() + ${at(7)} * interval '1 millisecond' ELSE now() END
  FROM in_turn
)`;

/** Stores emails with the function of `src/email` (migration 0035). */
const requestedEmails = (at: Places): string => `, requested AS MATERIALIZED (
  SELECT request_emails(array_agg(id), array_agg(partner_id), array_agg(company_id), array_agg(type), ${at(0)}::json) AS emails
  FROM entry
)`;

const ANSWER = `
SELECT (SELECT unchanged FROM checked) AS unchanged, ${SEES_EVERY_PARTNER} AS "seesEveryPartner"`;
const KEYS = `, (SELECT coalesce(json_agg(json_build_array(company_id, key)), '[]') FROM written_key) AS keys`;
const WAITING = `, (SELECT json_agg(json_build_object('subscriptionId', subscription_id, 'eventId', event_id))
    FROM in_turn WHERE turn > 1) AS waiting`;

function textOf({ keys, overflow, turns, emails }: Parts): string {
  const keyed = placesAfter(COMMON);
  const overflowing = placesAfter(COMMON + (keys ? PARAMETERS.keys : 0));
  const turning = placesAfter(overflowing.before + (overflow ? PARAMETERS.overflow : 0));
  const mailing = placesAfter(turning.before + (turns ? PARAMETERS.turns : 0));
  const columns = [
    ...(keys ? [{ name: 'is_keyed', value: `${keyed.at(4)}::boolean[]` }] : []),
    ...(overflow ? [{ name: 'overflow', value: `${overflowing.at(0)}::text[]` }] : []),
  ];
  return [
    `WITH ${turns ? givenTurns(turning.at) : ''}${checked(turns ? AFTER_TURNS : COMPANIES)}`,
    keys ? writtenKeys(keyed.at) : '',
    entries(columns, keys),
    overflow ? OVERFLOW : '',
    turns ? inTurn(turning.at) : '',
    emails ? requestedEmails(mailing.at) : '',
    ANSWER,
    keys ? KEYS : '',
    turns ? WAITING : '',
    emails ? ', (SELECT emails FROM requested)' : '',
  ].join('');
}

function placesAfter(before: number): { readonly before: number; readonly at: Places } {
  return { before, at: (number) => `$${before + number + 1}` };
}

/** Statements by name, so that the client compares identical strings. */
const texts = new Map<string, string>();

/**
 * Writes a group of events in one statement, and so in one transaction and one round trip: keys, events, first attempts
 * that overflow or are ordered, and emails. It first checks that the subscriptions are unchanged since the matching,
 * and locks the partners against change until the commit. If a subscription has changed, or the session does not see
 * every partner, it writes nothing. It omits an event whose key was accepted in the last seven days, with its emails.
 * The statement has only the parts that the group needs.
 */
export function journalStatement(lane: OwnedLane, group: JournalGroup): Statement {
  const parts = {
    keys: group.keys.length > 0,
    overflow: group.entries.some(({ overflow }) => overflow.length > 0),
    turns: group.entries.some(({ inTurn: turns }) => turns.length > 0),
    emails: group.emails.length > 0,
  };
  const values = eventParameters(lane.id, group);
  if (parts.keys) values.push(...keyParameters(group));
  if (parts.overflow) values.push(group.entries.map(({ overflow }) => arrayLiteral(overflow)));
  if (parts.turns) values.push(...turnParameters(lane, group));
  if (parts.emails) values.push(emailParameter(group.emails));
  const name = nameOf(parts);
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = textOf(parts)));
  return { name, text, values };
}

function nameOf({ keys, overflow, turns, emails }: Parts): string {
  return `write journal${keys ? ' keys' : ''}${overflow ? ' overflow' : ''}${turns ? ' turns' : ''}${emails ? ' emails' : ''}`;
}
