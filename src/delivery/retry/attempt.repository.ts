import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AttemptStore, ClaimBounds, ClaimedAttempt } from '../domain/attempt-store.js';

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

/** The table `delivery_attempt`: what is still to be tried, and by whom. */
@Injectable()
export class AttemptRepository extends AttemptStore {
  constructor(private readonly database: Database) {
    super();
  }

  async claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]> {
    const { rows } = await this.database.pool.query<ClaimedAttempt>({
      name: 'claim due attempts',
      text: `${WAITING}, listening AS (
          SELECT w.partner_id, w.subscription_id FROM waiting w
          JOIN webhook_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
          JOIN partner p ON p.id = w.partner_id
          WHERE s.deleted_at IS NULL AND s.is_active AND p.deleted_at IS NULL AND w.subscription_id <> ALL ($5::int[])
          ORDER BY random()
        ), due AS (
          SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease FROM listening l CROSS JOIN LATERAL (
            SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease FROM delivery_attempt d
            WHERE d.partner_id = l.partner_id AND d.subscription_id = l.subscription_id AND d.due_at <= now()
            ORDER BY d.due_at, d.event_id LIMIT $4 FOR UPDATE SKIP LOCKED
          ) AS d
          LIMIT $3
        ), claimed AS (
          UPDATE delivery_attempt d SET lease = $1, due_at = now() + $2 * interval '1 millisecond'
          FROM due
          WHERE d.partner_id = due.partner_id AND d.subscription_id = due.subscription_id AND d.event_id = due.event_id
          RETURNING d.*, due.due_at AS was_due_at, due.lease IS NOT NULL AS lease_ran_out
        )
        SELECT c.partner_id AS "partnerId", c.subscription_id AS "subscriptionId", c.event_id AS "eventId", c.trigger,
          c.number, c.failures, c.continues, c.fan_out_version AS "fanOutVersion", c.lease_ran_out AS "leaseRanOut", e.type,
          e.type_id AS "typeId", e.company_id AS "companyId", e.created_at AS "createdAt",
          p.fan_out_version AS "listenersVersion", coalesce(r.data, ${projectionOf('e', 'c')})
            AS "dataJson"
        FROM claimed c
        JOIN event e ON e.partner_id = c.partner_id AND e.id = c.event_id
        JOIN partner p ON p.id = c.partner_id
        LEFT JOIN recovered_delivery r
          ON r.partner_id = c.partner_id AND r.event_id = c.event_id AND r.subscription_id = c.subscription_id
        ORDER BY c.was_due_at, c.event_id`,
      values: [lease, leaseMs, bounds.total, bounds.perQueue, bounds.exceptFor],
    });
    return rows;
  }

  async cancelOrphans(): Promise<void> {
    await this.database.pool.query({
      name: 'cancel orphans',
      text: `${WAITING}, gone AS (
          SELECT w.partner_id, w.subscription_id FROM waiting w
          LEFT JOIN webhook_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
          LEFT JOIN partner p ON p.id = w.partner_id
          WHERE s.id IS NULL OR s.deleted_at IS NOT NULL OR NOT s.is_active OR p.deleted_at IS NOT NULL
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

/** SQL for the document as an event's delivery carries it: one of the stored projections, or all of it. */
export function projectionOf(event: string, delivery: string): string {
  const place = `${event}.subscription_projections[array_position(${event}.subscription_ids, ${delivery}.subscription_id)]`;
  return `CASE WHEN ${place} = -1 THEN ${event}.data ELSE (${event}.projections::json -> ${place}::int)::text END`;
}
