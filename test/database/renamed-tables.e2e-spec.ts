import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { SEE_EVERY_PARTNER } from '../../src/database/every-partner.js';
import { migrate } from '../../src/database/migrate.js';
import { firstIdAt } from '../../src/shared/domain/time-ordered-id.js';
import { emptyDatabase, databaseReader, type TestDatabase } from '../support/test-database.js';

const RENAMING = migrations.findIndex(({ name }) => name === 'LogTableNames0030');
const DAY = Date.UTC(2026, 0, 2);
const ID = firstIdAt(DAY);

describe('The migration that renames the tables of attempts', () => {
  let database: TestDatabase;
  let reader: Pool;

  beforeAll(async () => {
    database = await emptyDatabase();
    const before = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: migrations.slice(0, RENAMING),
      installExtensions: false,
    });
    await before.initialize();
    await before.runMigrations({ transaction: 'each' });
    await before.query(SEE_EVERY_PARTNER);
    for (const [table, id] of [
      ['attempt', 'event_id'],
      ['email_attempt', 'email_id'],
    ]) {
      await before.query(
        `CREATE TABLE ${table}_20260102 PARTITION OF ${table}
         FOR VALUES FROM ('${ID}') TO ('${firstIdAt(DAY + 86_400_000)}')`,
      );
      await before.query(`SELECT keep_partners_apart('${table}_20260102')`);
      // One row in the partition of its day, one in the default partition.
      for (const value of [ID, firstIdAt(0)]) await before.query(INSERTS[id!]!, [value]);
    }
    await before.query(
      `INSERT INTO email_waiting (partner_id, company_id, email_id, number, failures, bytes, due_at)
       VALUES (1, 1, $1, 2, 1, 0, now())`,
      [ID],
    );
    await before.destroy();
    await migrate(database.url);
    reader = databaseReader(database.url);
  });
  afterAll(async () => {
    await reader.end();
    await database.drop();
  });

  const INSERTS: Readonly<Record<string, string>> = {
    event_id: `INSERT INTO attempt (partner_id, subscription_id, event_id, number, trigger, url, started_at, duration_ms,
        answer_truncated) VALUES (1, 1, $1, 1, 'automatic', 'https://r.example', now(), 1, false)`,
    email_id: `INSERT INTO email_attempt (partner_id, email_id, number, started_at, duration_ms, ruling)
      VALUES (1, $1, 1, now(), 1, 'retry')`,
  };

  it.each([
    ['delivery_attempt_log', 2],
    ['delivery_attempt_log_20260102', 1],
    ['email_attempt_log', 2],
    ['email_attempt_log_20260102', 1],
    ['email_attempt', 1],
  ])('keeps the rows of %s', async (table, count) => {
    await expect(reader.query(`TABLE ${table}`)).resolves.toMatchObject({ rowCount: count });
  });

  it('keeps row-level security, and leaves no table or named index with an old name', async () => {
    const { rows } = await reader.query<{ relname: string; relkind: string; secured: boolean }>(
      `SELECT relname, relkind, relrowsecurity AND relforcerowsecurity AND EXISTS (
           SELECT FROM pg_policy WHERE polrelid = c.oid) AS secured
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace
         AND (relname ~ '^(attempt|email_waiting)' OR relname ~ '_attempt')`,
    );
    const tables = rows.filter(({ relkind }) => 'rp'.includes(relkind));
    expect(tables.map(({ relname }) => relname).toSorted()).toEqual([
      'delivery_attempt',
      'delivery_attempt_log',
      'delivery_attempt_log_20260102',
      'delivery_attempt_log_default',
      'email_attempt',
      'email_attempt_log',
      'email_attempt_log_20260102',
      'email_attempt_log_default',
    ]);
    expect(tables.filter(({ secured }) => !secured)).toEqual([]);
    const names = rows.map(({ relname }) => relname);
    expect(names).toEqual(
      expect.arrayContaining(['delivery_attempt_log_pkey', 'email_attempt_pkey', 'email_attempt_due']),
    );
    // Those of partitions may have names that PostgreSQL chose, and that would become too long.
    expect(names.filter((name) => /^(attempt|email_waiting)(?!.*_idx\d*$)/.test(name))).toEqual([]);
  });

  it('can be reverted', async () => {
    const after = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations,
      installExtensions: false,
    });
    await after.initialize();
    for (let left = migrations.length; left > RENAMING; left--) await after.undoLastMigration();
    await after.query(SEE_EVERY_PARTNER);
    await expect(after.query('TABLE attempt')).resolves.toHaveLength(2);
    await expect(after.query('TABLE email_attempt')).resolves.toHaveLength(2);
    await expect(after.query('TABLE email_waiting')).resolves.toHaveLength(1);
    await after.destroy();
  });
});
