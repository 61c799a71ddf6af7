import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AttemptStore, type ClaimedAttempt } from '../domain/attempt-store.js';
import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import { LATER } from '../domain/lane-store.js';

/**
 * Steps from one subscription with waiting attempts to the next along the index, so that a subscription with a
 * million of them costs no more than one with a single one.
 */
export const WAITING = `
  WITH RECURSIVE waiting AS (
    (SELECT partner_id, subscription_id FROM delivery_attempt ORDER BY partner_id, subscription_id LIMIT 1)
    UNION ALL
    SELECT next.partner_id, next.subscription_id FROM waiting w CROSS JOIN LATERAL (
      SELECT d.partner_id, d.subscription_id FROM delivery_attempt d
      WHERE (d.partner_id, d.subscription_id) > (w.partner_id, w.subscription_id)
      ORDER BY d.partner_id, d.subscription_id LIMIT 1
    ) AS next
  )`;

/** A claim ends once the documents to be read for it fill so many bytes. */
const CLAIM_BYTES = 16 * 1_048_576;

/** The table `delivery_attempt`: what is still to be tried, and by whom. */
@Injectable()
export class AttemptRepository extends AttemptStore {
  constructor(private readonly database: Database) {
    super();
  }

  async claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]> {
    const { rows } = await this.database.pool.query<ClaimedAttempt>({
      name: 'claim due attempts',
      text: `${WAITING}, live AS (
          SELECT w.partner_id, w.subscription_id, s.include_paths,
            row_number() OVER (PARTITION BY w.partner_id ORDER BY random()) AS turn
          FROM waiting w
          JOIN live_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
          WHERE w.subscription_id <> ALL ($5::int[])
          ORDER BY turn, random()
        ), due AS (
          SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease, l.include_paths, l.turn
          FROM live l CROSS JOIN LATERAL (
            SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease FROM delivery_attempt d
            WHERE d.partner_id = l.partner_id AND d.subscription_id = l.subscription_id AND d.due_at <= now()
            ORDER BY d.due_at, d.event_id LIMIT $4 FOR UPDATE SKIP LOCKED
          ) AS d
          LIMIT $3
        ), in_turn AS (
          SELECT due.*, e.bytes, e.projections_bytes,
            row_number() OVER (PARTITION BY due.partner_id ORDER BY turn, due_at, event_id) AS place,
            row_number() OVER (PARTITION BY due.partner_id, event_id ORDER BY turn) AS place_at_event
          FROM due CROSS JOIN LATERAL (
            SELECT octet_length(e.data) AS bytes, octet_length(e.projections) AS projections_bytes
            FROM event e WHERE e.partner_id = due.partner_id AND e.id = due.event_id OFFSET 0
          ) AS e
        ), fitting AS (
          SELECT *, sum(bytes + CASE place_at_event WHEN 1 THEN projections_bytes ELSE 0 END)
            OVER (ORDER BY place, partner_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
          FROM in_turn
        ), claimed AS (
          UPDATE delivery_attempt d SET lease = $1, due_at = now() + $2 * interval '1 millisecond'
          FROM fitting f
          WHERE d.partner_id = f.partner_id AND d.subscription_id = f.subscription_id AND d.event_id = f.event_id
            AND coalesce(f.bytes_before, 0) < $6
          RETURNING d.*, f.due_at AS was_due_at, f.lease IS NOT NULL AS lease_ran_out, f.include_paths
        ), claimed_event AS MATERIALIZED (
          SELECT e.*, ARRAY(SELECT value::text FROM json_array_elements(e.projections::json) WITH ORDINALITY AS p (value, n)
            ORDER BY n) AS texts
          FROM (SELECT DISTINCT partner_id, event_id FROM claimed) AS c
          JOIN event e ON e.partner_id = c.partner_id AND e.id = c.event_id
        )
        SELECT c.partner_id AS "partnerId", c.subscription_id AS "subscriptionId", c.event_id AS "eventId", c.trigger,
          c.number, c.failures, c.continues, c.subscriptions_version AS "subscriptionsVersion", c.lease_ran_out AS "leaseRanOut", e.type,
          e.type_id AS "typeId", e.company_id AS "companyId", e.created_at AS "createdAt",
          e.is_test AS "isTest",
          p.subscriptions_version AS "currentVersion",
          coalesce(r.data, CASE WHEN place < 0 THEN e.data ELSE e.texts[place + 1] END) AS "dataJson",
          CASE WHEN r.data IS NULL AND place = ${LATER} THEN c.include_paths END AS "includePaths"
        FROM claimed c
        JOIN claimed_event e ON e.partner_id = c.partner_id AND e.id = c.event_id
        JOIN live_partner p ON p.id = c.partner_id
        CROSS JOIN LATERAL (SELECT ${placeOf('e', 'c')} AS place) AS at
        LEFT JOIN recovered_delivery r
          ON r.partner_id = c.partner_id AND r.event_id = c.event_id AND r.subscription_id = c.subscription_id
        ORDER BY c.was_due_at, c.event_id`,
      values: [lease, leaseMs, bounds.total, bounds.perQueue, bounds.exceptFor, CLAIM_BYTES],
    });
    return rows;
  }

  async cancelOrphans(): Promise<void> {
    await this.database.pool.query({
      name: 'cancel orphans',
      text: `${WAITING}, gone AS (
          SELECT w.partner_id, w.subscription_id FROM waiting w
          LEFT JOIN live_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
          WHERE s.id IS NULL
        ), cancelled AS (
          DELETE FROM delivery_attempt d USING gone g
          WHERE d.partner_id = g.partner_id AND d.subscription_id = g.subscription_id
            AND (d.lease IS NULL OR d.due_at <= now())
          RETURNING d.partner_id, d.subscription_id, d.event_id
        )
        INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
        SELECT partner_id, subscription_id, event_id, 'cancelled', now() FROM cancelled
        ON CONFLICT (partner_id, subscription_id, event_id) DO NOTHING`,
    });
  }
}

/** SQL for where the document of an event's delivery is: a projection's number, or one of the two below 0. */
export function placeOf(event: string, delivery: string): string {
  return `${event}.subscription_projections[array_position(${event}.subscription_ids, ${delivery}.subscription_id)]`;
}

/** SQL for the document as an event's delivery carries it, or for all of it if it is projected for each attempt. */
export function projectionOf(event: string, delivery: string): string {
  const place = placeOf(event, delivery);
  return `CASE WHEN ${place} < 0 THEN ${event}.data ELSE (${event}.projections::json -> ${place}::int)::text END`;
}
