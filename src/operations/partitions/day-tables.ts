import type { DayTables } from '../../database/partitions/day-table.js';
import { deliveryDayTables } from '../../delivery/delivery.day-tables.js';
import { emailDayTables } from '../../email/email.day-tables.js';

/** The declarations of all modules: a day is made, and dropped, in all their tables together. */
export const dayTables: DayTables = {
  partitioned: [...deliveryDayTables.partitioned, ...emailDayTables.partitioned],
  waiting: [...deliveryDayTables.waiting, ...emailDayTables.waiting],
};
