import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { SEE_EVERY_PARTNER } from './every-partner.js';

// Any number that all versions of the service share: the key of the advisory lock.
const MIGRATION_LOCK = 5_483_791;

/**
 * Brings the database up to date: every migration that it has not seen, each in its own transaction. Processes that
 * start together wait for one another here, and each migration runs once. Answers with the names of those that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url, application_name: 'livery migrations' });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await runPending(url);
  } finally {
    // Closing the session gives the lock back.
    await lock.end();
  }
}

async function runPending(url: string): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations,
    poolSize: 1,
    installExtensions: false,
  });
  await dataSource.initialize();
  try {
    await dataSource.query(SEE_EVERY_PARTNER);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
