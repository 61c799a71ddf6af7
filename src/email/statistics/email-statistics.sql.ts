import type { CountedEmail } from '../domain/email-statistics.js';

/**
 * Counts rows of a WITH query for their partners, in the hour of the statement that writes them. Companies without a
 * partner are left out. A statement can contain it once.
 * @param rows the name of the query, whose rows have `partner_id`
 * @param conditions for each thing that is counted, which rows count
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
