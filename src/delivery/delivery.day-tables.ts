import type { DayTables } from '../database/partitions/day-table.js';

/** The tables of this module by day: everything about an event is in the event's day, whenever it was written. */
export const deliveryDayTables: DayTables = {
  partitioned: [
    { name: 'event', id: 'id' },
    { name: 'recovered_delivery', id: 'event_id' },
    { name: 'delivery_attempt_log', id: 'event_id' },
    { name: 'delivery_end', id: 'event_id' },
  ],
  waiting: [{ name: 'delivery_attempt', id: 'event_id', followsWithinMs: 0 }],
};
