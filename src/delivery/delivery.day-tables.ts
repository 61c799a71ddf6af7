import type { DayTables } from '../database/partitions/day-table.js';

/**
 * The tables of this module that are partitioned by day. Rows about an event are in the event's day, whenever they are
 * written.
 */
export const deliveryDayTables: DayTables = {
  partitioned: [
    { name: 'event', id: 'id' },
    { name: 'recovered_delivery', id: 'event_id' },
    { name: 'delivery_attempt_log', id: 'event_id' },
    { name: 'delivery_end', id: 'event_id' },
  ],
  waiting: [{ name: 'delivery_attempt', id: 'event_id', followsWithinMs: 0 }],
};
