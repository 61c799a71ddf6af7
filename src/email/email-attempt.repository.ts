import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ClaimBounds } from '../queue/domain/claim-bounds.js';
import type { Lease } from '../queue/domain/lease.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { recipientDomainOf } from './domain/recipient-domain.js';

type ClaimedRow = Omit<PlannedEmail, 'ownership' | 'state' | 'domain'>;

/** The table `email_attempt`: emails that wait to be sent, and the process that has leased them. */
@Injectable()
export class EmailAttemptRepository {
  constructor(private readonly database: Database) {}

  /** Leases due emails: the oldest of each company, with companies in random order. Skips along the index. */
  async claimDue(ownership: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedEmail[]> {
    const { rows } = await this.database.pool.query<ClaimedRow>({
      name: 'claim due emails',
      text: `WITH RECURSIVE waiting AS (
          (SELECT partner_id, company_id FROM email_attempt ORDER BY partner_id, company_id LIMIT 1)
          UNION ALL
          SELECT next.partner_id, next.company_id FROM waiting w CROSS JOIN LATERAL (
            SELECT m.partner_id, m.company_id FROM email_attempt m
            WHERE (m.partner_id, m.company_id) > (w.partner_id, w.company_id)
            ORDER BY m.partner_id, m.company_id LIMIT 1
          ) AS next
        ), turn AS (
          SELECT partner_id, company_id FROM waiting WHERE company_id <> ALL ($5::int[]) ORDER BY random()
        ), due AS (
          SELECT m.partner_id, m.email_id, m.due_at FROM turn t CROSS JOIN LATERAL (
            SELECT m.partner_id, m.email_id, m.due_at FROM email_attempt m
            WHERE m.partner_id = t.partner_id AND m.company_id = t.company_id AND m.due_at <= now()
            ORDER BY m.due_at, m.email_id LIMIT $4 FOR UPDATE SKIP LOCKED
          ) AS m
          LIMIT $3
        ), claimed AS (
          UPDATE email_attempt m SET lease = $1, due_at = now() + $2 * interval '1 millisecond'
          FROM due WHERE m.partner_id = due.partner_id AND m.email_id = due.email_id
          RETURNING m.*, due.due_at AS was_due_at
        )
        SELECT c.partner_id AS "partnerId", c.company_id AS "companyId", c.email_id AS id, c.number, c.failures, c.bytes,
          coalesce(r.recipient, '') AS recipient
        FROM claimed c LEFT JOIN LATERAL (
          SELECT recipient FROM email WHERE partner_id = c.partner_id AND id = c.email_id OFFSET 0
        ) AS r ON true
        ORDER BY c.was_due_at, c.email_id`,
      values: [ownership.lease, leaseMs, bounds.total, bounds.perQueue, bounds.exceptFor],
    });
    return rows.map((row) => {
      return { ...row, domain: recipientDomainOf(row.recipient), ownership, state: 'waiting' };
    });
  }

  /** Extends leases to `leaseMs` from now. Returns the emails that are still leased by this process. */
  async renew(emails: readonly PlannedEmail[], leaseMs: number): Promise<readonly PlannedEmail[]> {
    const { rows } = await this.database.pool.query<{ place: number }>({
      name: 'renew email leases',
      text: `WITH given AS (
          SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[]) WITH ORDINALITY
            AS t (partner_id, email_id, lease, place)
        ), owned AS (
          SELECT g.* FROM email_attempt m
          JOIN given g ON g.partner_id = m.partner_id AND g.email_id = m.email_id AND g.lease = m.lease
          ORDER BY m.partner_id, m.email_id FOR UPDATE OF m
        )
        UPDATE email_attempt m SET due_at = now() + $4 * interval '1 millisecond'
        FROM owned o WHERE m.partner_id = o.partner_id AND m.email_id = o.email_id
        RETURNING o.place::int`,
      values: [
        emails.map(({ partnerId }) => partnerId),
        emails.map(({ id }) => id),
        emails.map(({ ownership }) => ownership.lease),
        leaseMs,
      ],
    });
    return rows.map(({ place }) => emails[place - 1]).filter((email) => email !== undefined);
  }
}
