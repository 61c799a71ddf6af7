import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { SEE_EVERY_PARTNER } from './every-partner.js';

// Any number that all versions of the service share: the key of the advisory lock.
const MIGRATION_LOCK = 5_483_791;

// Shorter than PostgreSQL's deadlock_timeout: where a migration and an event wait for each other, the migration gives way.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const LOCK_PAUSE_MS = 100;
const TRIES = 120;
/** A lock that could not be had, or not in the order of somebody else: lock_not_available, deadlock_detected. */
const IN_USE = new Set(['55P03', '40P01']);

/** The tables were in use whenever they were to be changed. */
export class TablesInUse extends Error {}

/**
 * Brings the database up to date: every migration that it has not seen, each in its own transaction. Processes that
 * start together wait for one another here, and each migration runs once. Those that are at work meanwhile wait for
 * half a second at most to get at a table: a migration that cannot have all its tables by then is begun anew.
 * @throws TablesInUse when a migration has got no further for a minute or two
 */
export async function migrate(url: string): Promise<void> {
  const lock = new Client({ connectionString: url, application_name: 'livery migrations' });
  await lock.connect();
  try {
    // A statement that waits for the lock would keep a snapshot, for whose end a concurrent index build waits in turn.
    while (!(await hasLock(lock))) await delay(LOCK_PAUSE_MS);
    await runPatiently(url);
  } finally {
    // Closing the session gives the lock back.
    await lock.end();
  }
}

async function hasLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.locked === true;
}

async function runPatiently(url: string): Promise<void> {
  const log = new Logger('Database');
  for (let left = TRIES; left > 0; left--) {
    try {
      return await runPending(url);
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (left === TRIES) log.warn('The tables to be migrated are in use; trying until they can be had.');
      await delay(PAUSE_MS);
    }
  }
  throw new TablesInUse(
    'The tables cannot be migrated while they are in use: something, as pg_dump, has had them open all the time.',
  );
}

function isInUse(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code }: { code?: string } = error.driverError;
  return code !== undefined && IN_USE.has(code);
}

async function runPending(url: string): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations,
    poolSize: 1,
    installExtensions: false,
    // The usual one writes to standard output, which is for our log alone.
    logger: 'debug',
  });
  await dataSource.initialize();
  try {
    await dataSource.query(SEE_EVERY_PARTNER);
    await dataSource.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
}
