import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { countEmails } from './statistics/email-statistics.sql.js';

/** The table `email_end`: emails that ended otherwise than by an attempt. */
@Injectable()
export class EmailEndRepository {
  constructor(private readonly database: Database) {}

  /** Records that an email is not sent because its recipient is suppressed. Idempotent. */
  async suppressed({ partnerId, id, number }: PlannedEmail): Promise<void> {
    await this.database.pool.query({
      name: 'end suppressed email',
      text: `WITH fresh AS (
               SELECT $1::int AS partner_id WHERE NOT EXISTS (
                 SELECT FROM email_end WHERE partner_id = $1 AND email_id = $2 AND status = 'suppressed')
             ), counted AS (
               ${countEmails('fresh', { suppressed: 'true' })}
             )
             INSERT INTO email_end (partner_id, email_id, status, number, ended_at)
             VALUES ($1, $2, 'suppressed', $3, now())
             ON CONFLICT (partner_id, email_id) DO UPDATE
               SET status = excluded.status, number = excluded.number, code = NULL, answer = NULL, ended_at = now()`,
      values: [partnerId, id, number],
    });
  }
}
