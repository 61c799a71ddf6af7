import type { CountedEmail } from '../domain/email-statistics.js';

/**
 * SQL that adds the rows of a WITH query to their partners' statistics, in the hour of the statement. Ignores companies
 * without a partner. A statement can contain it only once.
 * @param rows the name of the query, whose rows have `partner_id`
 * @param conditions selects the rows to count, for each column of the statistics
 */
export function countEmails(rows: string, conditions: Partial<Record<CountedEmail, string>>): string {
  const columns = Object.keys(conditions);
  const counts = Object.values(conditions).map((condition) => `count(*) FILTER (WHERE ${condition})`);
  return `INSERT INTO email_statistics AS s (partner_id, hour, ${columns.join()})
    SELECT partner_id, date_trunc('hour', now(), 'UTC'), ${counts.join()} FROM ${rows}
    WHERE partner_id > 0 AND (${Object.values(conditions).join(' OR ')})
    GROUP BY partner_id ORDER BY partner_id
    ON CONFLICT (partner_id, hour) DO UPDATE SET
      ${columns.map((column) => `${column} = s.${column} + excluded.${column}`).join()}`;
}
