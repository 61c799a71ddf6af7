import type { DayTables } from '../../database/partitions/day-table.js';
import { deliveryDayTables } from '../../delivery/delivery.day-tables.js';
import { emailDayTables } from '../../email/email.day-tables.js';

/** The partitioned tables of all modules. A day's partitions are created and dropped in all of them together. */
export const dayTables: DayTables = {
  partitioned: [...deliveryDayTables.partitioned, ...emailDayTables.partitioned],
  waiting: [...deliveryDayTables.waiting, ...emailDayTables.waiting],
};
