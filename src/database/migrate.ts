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
/** SQLSTATEs of a lock that was not granted in time, and of a deadlock. */
const IN_USE = new Set(['55P03', '40P01']);

/** The tables were in use at every attempt to change them. */
export class TablesInUse extends Error {}

/**
 * Runs every migration that the database has not run, each in its own transaction. Processes that start together wait
 * for one another here, and each migration runs once. Running processes wait at most half a second for a table: a
 * migration that has not locked all its tables by then starts again.
 * @throws TablesInUse when a migration has not got its tables for a minute or two
 */
export async function migrate(url: string): Promise<void> {
  const lock = new Client({ connectionString: url, application_name: 'livery migrations' });
  await lock.connect();
  try {
    // A statement that waits for the lock would keep a snapshot, for whose end a concurrent index build waits in turn.
    while (!(await hasLock(lock))) await delay(LOCK_PAUSE_MS);
    await runPatiently(url);
  } finally {
    // Closing the session releases the lock.
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
      if (left === TRIES) log.warn('The tables to migrate are in use; trying again until they are free.');
      await delay(PAUSE_MS);
    }
  }
  throw new TablesInUse(
    'The tables cannot be migrated while they are in use: another session, such as pg_dump, has had them open all the time.',
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
    // TypeORM's own logger writes to standard output, which is for our log.
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
