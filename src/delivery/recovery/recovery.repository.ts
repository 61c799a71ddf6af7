import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import { lockFeed } from '../feed/feed-lock.sql.js';
import { EventIds } from '../journal/event-ids.js';
import { keyColumns } from '../completion/key-columns.js';
import { subscriptionOf } from './by-event.sql.js';
import { lockLive } from '../retry/lock-live.sql.js';
import { keepEvents } from '../retry/keep-events.sql.js';
import type { Ordering } from '../../webhook-subscription/domain/delivery-options.js';

/** The memory of one page's documents, unless a single one is larger. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** How far callers' clocks may be ahead of ours. */
const CLOCK_MARGIN_MS = 86_400_000;

/** When the last attempt is due that an earlier recovery planned at the subscription's rate. */
const LAST_RECOVERED = `
  SELECT due_at FROM delivery_attempt
  WHERE partner_id = $5 AND subscription_id = $6 AND trigger = 'recover' AND failures = 0 AND due_at < 'infinity'
  ORDER BY due_at DESC LIMIT 1`;

/** When each attempt is due: now, or with a limit per second, spaced at that rate. */
const DUE_AT = `CASE WHEN s.max_per_second IS NULL THEN now() ELSE
    greatest(now(), (${LAST_RECOVERED})) + t.place * interval '1 second' / s.max_per_second
  END`;

/** Excludes events that another recovery or a manual retry has attempted since they were read. */
const MISSED = `FROM unnest($1::int[], $2::int[], $3::uuid[], $4::int[]) WITH ORDINALITY
    AS t (partner_id, subscription_id, event_id, number, place)
  JOIN live_subscription s ON s.partner_id = t.partner_id AND s.id = t.subscription_id
    AND NOT EXISTS (SELECT FROM delivery_attempt_log a WHERE a.partner_id = t.partner_id
      AND a.subscription_id = t.subscription_id AND a.event_id = t.event_id AND a.number >= t.number)`;

const PLAN = `
  INSERT INTO delivery_attempt
    (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
  SELECT t.partner_id, t.subscription_id, t.event_id, 'recover', t.number, 0, true, s.subscriptions_version, ${DUE_AT}
  ${MISSED}
  ON CONFLICT DO NOTHING`;

/** Excludes pending deliveries before counting turns, because a gap in the sequence would never be filled. */
const PLAN_IN_TURN = `
  WITH missed AS MATERIALIZED (
    SELECT t.*, e.type_id, s.subscriptions_version, ${DUE_AT} AS due_at
    ${MISSED}
    JOIN event e ON e.partner_id = t.partner_id AND e.id = t.event_id
    WHERE NOT EXISTS (SELECT FROM delivery_attempt d
      WHERE d.partner_id = t.partner_id AND ${subscriptionOf('d')} = t.subscription_id AND d.event_id = t.event_id)
  ), last_turn AS MATERIALIZED (
    SELECT l.* FROM (
      SELECT array_agg(partner_id ORDER BY place) AS partner_ids,
        array_agg(subscription_id ORDER BY place) AS subscription_ids,
        array_agg(type_id ORDER BY place) AS documents, array_agg(place ORDER BY place) AS places
      FROM missed
    ) AS m CROSS JOIN LATERAL ROWS FROM (
      unnest(m.places), lock_turns(m.partner_ids, m.subscription_ids, m.documents)
    ) AS l (place, last_turn)
  ), in_turn AS (
    SELECT m.*, l.last_turn + row_number() OVER (PARTITION BY m.type_id ORDER BY m.place) AS turn
    FROM missed m JOIN last_turn l USING (place)
  )
  INSERT INTO delivery_attempt (partner_id, subscription_id, event_id, trigger, number, failures, continues,
    subscriptions_version, document, turn, due_at)
  SELECT partner_id, subscription_id, event_id, 'recover', number, 0, true, subscriptions_version, type_id, turn,
    CASE turn WHEN 1 THEN due_at ELSE 'infinity' END
  FROM in_turn`;

export interface MissedEvent {
  readonly eventId: string;
  readonly createdAt: Date;
  readonly json: string;
  /** False if the event did not trigger the subscription, so there is no body for it yet. */
  readonly isListed: boolean;
  readonly attempts: number;
}

/** An attempt to plan for a missed event. */
export interface Recovery {
  readonly eventId: string;
  readonly number: number;
  /** The projected document; null if the event already has one for this subscription. */
  readonly dataJson: string | null;
}

/** Finds events that a subscription has not answered validly, and plans attempts for them. */
@Injectable()
export class RecoveryRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /**
   * Events of a type, created from `since` until before `until`, that the subscription has neither answered validly nor
   * pending; only of companies that are now attached to the partner, and not about the subscription itself. Oldest
   * first, after the event `after`, at most `limit`. Ends early once their documents fill 4 MiB; empty only at the end.
   */
  missed(
    partnerId: number,
    subscription: { readonly id: number; readonly type: string },
    span: { readonly since: Date; readonly until: Date; readonly after: string },
    limit: number,
  ): Promise<MissedEvent[]> {
    const first = firstIdAt(span.since.getTime() - CLOCK_MARGIN_MS);
    const values = [
      partnerId,
      subscription.id,
      subscription.type,
      first,
      span.after,
      span.since,
      span.until,
      limit,
      MAX_READ_BYTES,
    ];
    return this.database.of(partnerId, (rows) =>
      rows.query<MissedEvent[]>(
        `SELECT "eventId", "createdAt", json, "isListed", attempts FROM (
           SELECT *, sum(octet_length(json)) OVER (ORDER BY "eventId") - octet_length(json) AS before FROM (
             SELECT e.id AS "eventId", e.created_at AS "createdAt", e.data AS json,
         $2 = ANY (e.subscription_ids) OR r.event_id IS NOT NULL AS "isListed", a.attempts
             FROM event e
             LEFT JOIN recovered_delivery r
         ON r.partner_id = e.partner_id AND r.event_id = e.id AND ${subscriptionOf('r')} = $2
             CROSS JOIN LATERAL (
         SELECT coalesce(max(number), 0)::int AS attempts, bool_or(error IS NULL) AS has_valid FROM delivery_attempt_log a
         WHERE a.partner_id = e.partner_id AND a.subscription_id = $2 AND a.event_id = e.id
             ) AS a
             LEFT JOIN delivery_attempt p
         ON p.partner_id = e.partner_id AND p.event_id = e.id AND ${subscriptionOf('p')} = $2
             LEFT JOIN delivery_end x
         ON x.partner_id = e.partner_id AND x.subscription_id = $2 AND x.event_id = e.id
           AND x.status IN ('failed', 'cancelled')
             WHERE e.partner_id = $1 AND e.type = $3 AND NOT e.is_test AND e.id > greatest($4::uuid, $5::uuid)
         AND e.created_at >= $6 AND e.created_at < $7
         AND NOT (e.type LIKE 'webhookSubscription.%' AND e.type_id = $2::text)
         AND EXISTS (SELECT FROM attached_company c WHERE c.partner_id = e.partner_id AND c.company_id = e.company_id)
         AND a.has_valid IS NOT TRUE AND p.event_id IS NULL
         AND (NOT $2 = ANY (e.subscription_ids) OR x.event_id IS NOT NULL)
             ORDER BY e.id LIMIT $8
           ) AS missed
         ) AS summed WHERE before < $9 ORDER BY "eventId"`,
        values,
      ),
    );
  }

  /**
   * The earliest creation of an event of a type in the span, among those accepted after the event `after`; null if
   * there are none. Events are not accepted in the order in which they are created.
   */
  async earliestCreation(
    partnerId: number,
    type: string,
    { since, until, after }: { readonly since: Date; readonly until: Date; readonly after: string },
  ): Promise<Date | null> {
    const [found] = await this.database.of(partnerId, (rows) =>
      rows.query<{ earliest: Date | null }[]>(
        `SELECT min(created_at) AS earliest FROM event
         WHERE partner_id = $1 AND type = $2 AND NOT is_test AND id > $3::uuid AND created_at >= $4 AND created_at < $5`,
        [partnerId, type, after, since, until],
      ),
    );
    return found?.earliest ?? null;
  }

  /**
   * Plans an attempt with the full retry budget for each event that still exists. False if the subscription is not
   * live. With a limit per second, attempts are spaced at that rate, so that new deliveries, due at once, come between
   * them. Ordered deliveries follow those pending of their document, in the order of `missed`.
   */
  async plan(
    partnerId: number,
    { id: subscriptionId, ordering }: { readonly id: number; readonly ordering: Ordering },
    missed: readonly Recovery[],
  ): Promise<boolean> {
    return await this.database.of(partnerId, async (rows) => {
      if (!(await lockLive(rows, partnerId, subscriptionId))) return false;
      const kept = await keepEvents(
        rows,
        partnerId,
        missed.map(({ eventId }) => eventId),
      );
      const recoveries = missed.filter(({ eventId }) => kept.has(eventId));
      const keys = keyColumns(recoveries.map(({ eventId }) => ({ partnerId, subscriptionId, eventId })));
      const time = await lockFeed(rows, subscriptionId);
      const places = new EventIds(firstIdAt(time), () => time);
      await rows.query(
        `INSERT INTO recovered_delivery (partner_id, subscription_id, event_id, data, feed_place)
         SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::uuid[])
           AS t (partner_id, subscription_id, event_id, data, place)
         WHERE data IS NOT NULL ON CONFLICT DO NOTHING`,
        [...keys, recoveries.map(({ dataJson }) => dataJson), recoveries.map(() => places.next())],
      );
      const plan = ordering === 'document' ? PLAN_IN_TURN : PLAN;
      const numbers = recoveries.map(({ number }) => number);
      await rows.query(plan, [...keys, numbers, partnerId, subscriptionId]);
      return true;
    });
  }
}
