import { dayTables } from '../../src/operations/partitions/day-tables.js';
import { firstIdAt, timeOf } from '../../src/shared/domain/time-ordered-id.js';
import { TestApp } from './app.js';

const DAY_MS = 86_400_000;

/** Makes all stored rows this many days older. Rows move to the default partition if their day has none. */
export async function age(app: TestApp, partnerId: number, days: number): Promise<void> {
  for (const { name, id } of [...dayTables.partitioned, ...dayTables.waiting]) {
    const { rows } = await app.database.query<{ id: string }>(
      `SELECT DISTINCT ${id} AS id FROM ${name} WHERE partner_id = $1`,
      [partnerId],
    );
    for (const row of rows) {
      await app.database.query(`UPDATE ${name} SET ${id} = $3 WHERE partner_id = $1 AND ${id} = $2`, [
        partnerId,
        row.id,
        earlier(row.id, days),
      ]);
    }
  }
}

function earlier(id: string, days: number): string {
  return firstIdAt(timeOf(id) - days * DAY_MS).slice(0, 13) + id.slice(13);
}
