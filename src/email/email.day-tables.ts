import type { DayTables } from '../database/partitions/day-table.js';

/**
 * The tables of this module that are partitioned by day. An email's id is made with its event, and may fall on the next
 * day.
 */
export const emailDayTables: DayTables = {
  partitioned: [
    { name: 'email', id: 'id' },
    { name: 'email_attachment', id: 'email_id' },
    { name: 'email_content', id: 'email_id' },
    { name: 'email_attempt_log', id: 'email_id' },
    { name: 'email_end', id: 'email_id' },
  ],
  waiting: [{ name: 'email_attempt', id: 'email_id', followsWithinMs: 60_000 }],
};
