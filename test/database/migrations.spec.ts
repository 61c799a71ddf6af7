import { readdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import { DataSource, EntitySchema } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { migrate } from '../../src/database/migrate.js';
import { databaseReader, emptyDatabase, testDatabase } from '../support/test-database.js';

/** Properties of tables that the mapper need not know: references, checks, further indexes, defaults, comments. */
const BEYOND_SCHEMAS =
  /DROP CONSTRAINT "\w+_(fkey|check\d*)"$|^DROP INDEX|DROP DEFAULT$|^COMMENT ON (?:COLUMN|TABLE) \S+ IS NULL$/;

/** Every description of a table in src, found by its file name. */
async function allSchemas(): Promise<EntitySchema[]> {
  const src = new URL('../../src/', import.meta.url);
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.schema.ts'));
  const modules: object[] = [];
  // One after the other, because Jest mixes up modules that it links for several imports at a time.
  for (const file of files) modules.push(await import(new URL(file, src).href));
  return modules
    .flatMap((exports) => Object.values(exports))
    .filter((value) => value instanceof EntitySchema);
}

/** True if any session of this database waits for a lock. */
async function lockToBe(state: 'awaited' | 'free', reader: Pool): Promise<void> {
  const question = `SELECT count(*) > 0 AS awaited FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await reader.query(question);
    if (rows[0].awaited === (state === 'awaited')) return;
  }
}

describe('The migrations', () => {
  it('bring an empty database up to date once, even if two processes start together', async () => {
    const empty = await emptyDatabase();
    await Promise.all([migrate(empty.url), migrate(empty.url)]);
    const reader = databaseReader(empty.url);
    await expect(reader.query('TABLE migrations')).resolves.toMatchObject({ rowCount: migrations.length });
    await reader.end();
    await empty.drop();
  });

  it('give way to sessions that use the tables, and retry until they have the locks', async () => {
    const given = await testDatabase();
    const reader = databaseReader(given.url);
    const user = await reader.connect();
    await user.query(`DELETE FROM migrations WHERE name = 'OutboxRefusedAt1000000000016'`);
    await user.query('ALTER TABLE outbox DROP refused_at');
    await user.query('BEGIN');
    await user.query('TABLE outbox');
    const migrated = migrate(given.url);
    // Later sessions now wait behind the migration, until it gives up its place.
    await lockToBe('awaited', reader);
    await lockToBe('free', reader);
    await user.query('COMMIT');
    user.release();
    await migrated;
    await expect(reader.query('SELECT refused_at FROM outbox')).resolves.toMatchObject({ rowCount: 0 });
    await reader.end();
    await given.drop();
  });

  it('create exactly the columns and keys that the schemas describe', async () => {
    const schemas = await allSchemas();
    expect(schemas.map(({ options }) => options.tableName)).toContain('partner');
    const given = await testDatabase();
    const dataSource = new DataSource({ ...dataSourceOptions(given.url), entities: schemas });
    await dataSource.initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).filter((query) => !BEYOND_SCHEMAS.test(query))).toEqual([]);
    await dataSource.destroy();
    await given.drop();
  });
});
