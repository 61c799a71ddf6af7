import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { SESSION_TIMEOUT_MS, connecting } from './connecting.js';
import { SEE_EVERY_PARTNER } from './every-partner.js';
import { TablesLocked } from './tables-locked.js';

// Shorter than PostgreSQL's deadlock_timeout, so that in a deadlock with an event the migration gives way.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const TRIES = 120;
/** SQLSTATEs of a lock timeout and of a deadlock. */
const IN_USE = new Set(['55P03', '40P01']);

/**
 * Runs the missing migrations, each in its own transaction. The caller must have the migration lock. A migration that
 * cannot lock all its tables within half a second starts again, so that running processes wait no longer for a table.
 * @throws TablesLocked if a migration cannot lock its tables for a minute or two
 */
export async function runMigrations(url: string, warn: (message: string) => void): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    try {
      return await runPending(url);
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (left === TRIES) warn('The tables to migrate are in use; trying again until they are free.');
      await delay(PAUSE_MS);
    }
  }
  throw new TablesLocked(
    'The tables cannot be migrated while they are in use: another session, such as pg_dump, has had them open all the time.',
  );
}

function isInUse(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code }: { code?: string } = error.driverError;
  return code !== undefined && IN_USE.has(code);
}

async function runPending(url: string): Promise<void> {
  const { config, Client } = connecting(url);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg,
    url: config.connectionString,
    extra: { Client },
    connectTimeoutMS: SESSION_TIMEOUT_MS,
    migrations,
    poolSize: 1,
    installExtensions: false,
    // TypeORM's own logger writes to standard output, which is reserved for our log.
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
