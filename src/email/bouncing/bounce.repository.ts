import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { BouncedEmail } from '../domain/bounce-address.js';
import type { Bounce } from '../domain/bounce-report.js';
import { countEmails } from '../statistics/email-statistics.sql.js';

/** What suppressing the recipient of a bounced email requires. */
export interface BouncedRecipient {
  readonly companyId: number;
  readonly recipient: string;
}

/** Finds bounced emails and records their end. */
@Injectable()
export class BounceRepository {
  constructor(private readonly database: Database) {}

  /** Searches the emails of all partners. Null if there is no such email. */
  async find(id: string): Promise<BouncedEmail | null> {
    const { rows } = await this.database.pool.query<BouncedEmail>(
      `SELECT e.partner_id AS "partnerId", e.id FROM (SELECT id FROM known_partner UNION ALL SELECT 0) AS p
       CROSS JOIN LATERAL (SELECT partner_id, id FROM email WHERE partner_id = p.id AND id = $1 OFFSET 0) AS e`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Null if the email no longer exists. */
  async recipientOf({ partnerId, id }: BouncedEmail): Promise<BouncedRecipient | null> {
    const { rows } = await this.database.pool.query<BouncedRecipient>(
      'SELECT company_id AS "companyId", recipient FROM email WHERE partner_id = $1 AND id = $2',
      [partnerId, id],
    );
    return rows[0] ?? null;
  }

  /**
   * Records that an email has bounced; the latest report wins. The report may arrive before the attempt that sent the
   * email is written, so it counts as later than a pending attempt. A hard bounce also writes a notice to the partner
   * (`write_notices` of `src/notice`, migration 0071). Null if the email no longer exists.
   */
  async end(
    { partnerId, id }: BouncedEmail,
    { code, answer, isHard }: Bounce,
  ): Promise<BouncedRecipient | null> {
    const { rows } = await this.database.pool.query<BouncedRecipient>(
      `WITH found AS (
         SELECT company_id, recipient, is_test FROM email WHERE partner_id = $1 AND id = $2
       ), fresh AS (
         SELECT $1::int AS partner_id FROM found WHERE NOT EXISTS (
           SELECT FROM email_end WHERE partner_id = $1 AND email_id = $2 AND status = 'bounced')
       ), counted AS (
         ${countEmails('fresh', { bounced: 'true' })}
       ), ended AS (
         INSERT INTO email_end (partner_id, email_id, status, number, code, answer, ended_at)
         SELECT $1, $2, 'bounced', greatest(
           (SELECT max(number) FROM email_attempt_log WHERE partner_id = $1 AND email_id = $2),
           (SELECT number FROM email_attempt WHERE partner_id = $1 AND email_id = $2), 1), $3, $4, now()
         FROM found
         ON CONFLICT (partner_id, email_id) DO UPDATE SET status = excluded.status, number = excluded.number,
           code = excluded.code, answer = excluded.answer, ended_at = excluded.ended_at
       ), noticed AS MATERIALIZED (
         SELECT write_notices(json_agg(json_build_object('partner_id', $1::int, 'name', 'email.bounced', 'object_id',
           $2::uuid, 'life', 0, 'company_id', company_id, 'facts', json_build_object('code', $3::text)))) AS notices
         FROM found WHERE $5 AND NOT is_test
       )
       SELECT company_id AS "companyId", recipient, (SELECT notices FROM noticed) FROM found`,
      [partnerId, id, code, answer, isHard],
    );
    return rows[0] ?? null;
  }
}
