import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { newClient } from './connecting.js';
import { missingMigrations } from './missing-migrations.js';

// Any number that all versions of the service share: the key of the advisory lock.
const MIGRATION_LOCK = 5_483_791;
const LOCK_PAUSE_MS = 100;
/** SQLSTATE of a table that is not there: nothing has run yet. */
const NO_TABLE = '42P01';

/**
 * Brings the tables up to date. One query finds out whether they are; if not, the migrations run, once however many
 * processes start together: the others wait here.
 * @throws TablesLocked when a migration has not got its tables for a minute or two
 */
export async function migrate(url: string, warn: (message: string) => void = () => undefined): Promise<void> {
  const client = newClient(url, { application_name: 'livery migrations' });
  await client.connect();
  try {
    if (await isUpToDate(client)) return;
    const { runMigrations } = await import('./run-migrations.js');
    // A statement that waits for the lock would keep a snapshot, for whose end a concurrent index build waits in turn.
    while (!(await hasLock(client))) await delay(LOCK_PAUSE_MS);
    await runMigrations(url, warn);
  } finally {
    // Closing the session releases the lock.
    await client.end();
  }
}

async function isUpToDate(client: Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    return missingMigrations(rows).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_TABLE) return false;
    throw error;
  }
}

async function hasLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.locked === true;
}
