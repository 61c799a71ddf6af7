/**
 * SQL for the subscription of a row, written so that no index serves it and PostgreSQL looks the row up by its event.
 * Without statistics, as in the tables of a new day, it may otherwise read all rows of a subscription for each event.
 */
export function subscriptionOf(table: string): string {
  return `${table}.subscription_id + 0`;
}
