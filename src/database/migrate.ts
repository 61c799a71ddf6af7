import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { newClient } from './connecting.js';
import { missingMigrations } from './missing-migrations.js';

// The key of the advisory lock: an arbitrary number that must be the same in all versions of the service.
const MIGRATION_LOCK = 5_483_791;
const LOCK_PAUSE_MS = 100;
/** SQLSTATE of a missing table, which means that no migration has run yet. */
const NO_TABLE = '42P01';

/**
 * Runs missing migrations. If several processes start together, one runs them and the others wait.
 * @throws TablesLocked if a migration cannot lock its tables for a minute or two
 */
export async function migrate(url: string, warn: (message: string) => void = () => undefined): Promise<void> {
  const client = newClient(url, { application_name: 'livery migrations' });
  await client.connect();
  try {
    if (await isUpToDate(client)) return;
    const { runMigrations } = await import('./run-migrations.js');
    // Poll instead of waiting in a statement, whose snapshot a concurrent index build would wait for.
    while (!(await hasLock(client))) await delay(LOCK_PAUSE_MS);
    await runMigrations(url, warn);
  } finally {
    // Releases the lock.
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
