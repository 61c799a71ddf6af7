import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type ClaimBounds } from '../domain/attempt-store.js';
import { type Lease } from '../domain/planned-attempt.js';
import { type PlannedEmail } from './domain/planned-email.js';

/** The table `email_waiting`: emails still to be sent, and by whom. Steps from company to company along the index. */
@Injectable()
export class EmailWaitingRepository {
  constructor(private readonly database: Database) {}

  /** Leases emails that are due: the oldest of each company, fair over all of them. */
  async claimDue(hold: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedEmail[]> {
    const { rows } = await this.database.pool.query<Omit<PlannedEmail, 'hold' | 'state'>>({
      name: 'claim due emails',
      text: `WITH RECURSIVE waiting AS (
          (SELECT partner_id, company_id FROM email_waiting ORDER BY partner_id, company_id LIMIT 1)
          UNION ALL
          SELECT next.partner_id, next.company_id FROM waiting w CROSS JOIN LATERAL (
            SELECT m.partner_id, m.company_id FROM email_waiting m
            WHERE (m.partner_id, m.company_id) > (w.partner_id, w.company_id)
            ORDER BY m.partner_id, m.company_id LIMIT 1
          ) AS next
        ), turn AS (
          SELECT partner_id, company_id FROM waiting WHERE company_id <> ALL ($5::int[]) ORDER BY random()
        ), due AS (
          SELECT m.partner_id, m.email_id, m.due_at FROM turn t CROSS JOIN LATERAL (
            SELECT m.partner_id, m.email_id, m.due_at FROM email_waiting m
            WHERE m.partner_id = t.partner_id AND m.company_id = t.company_id AND m.due_at <= now()
            ORDER BY m.due_at, m.email_id LIMIT $4 FOR UPDATE SKIP LOCKED
          ) AS m
          LIMIT $3
        ), claimed AS (
          UPDATE email_waiting m SET lease = $1, due_at = now() + $2 * interval '1 millisecond'
          FROM due WHERE m.partner_id = due.partner_id AND m.email_id = due.email_id
          RETURNING m.*, due.due_at AS was_due_at
        )
        SELECT partner_id AS "partnerId", company_id AS "companyId", email_id AS id, number, failures, bytes
        FROM claimed ORDER BY was_due_at, email_id`,
      values: [hold.lease, leaseMs, bounds.total, bounds.perQueue, bounds.exceptFor],
    });
    return rows.map((row) => ({ ...row, hold, state: 'waiting' }));
  }
}
