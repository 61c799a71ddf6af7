import type { Client } from 'pg';
import { CONNECT_TIMEOUT_MS, newClient } from '../../database/connecting.js';
import { IS_ABOVE_POLICIES } from '../../database/every-partner.js';
import { TRY_WRITE } from '../../database/write-state.js';
import { missingMigrations } from '../../database/missing-migrations.js';

/** Reads the state of a database without changing anything. */
export interface DatabaseState {
  /** For example `18.4`. */
  readonly version: string;
  readonly major: number;
  /** True for a replica, which accepts no writes. */
  readonly isReplica: boolean;
  /** The milliseconds by which the database's clock is ahead of this machine's. */
  readonly aheadMs: number;
  /** False if a connection pooler between the two assigns sessions. */
  readonly isDirect: boolean;
  /** True if row-level security does not apply to the role. */
  readonly isAbovePolicies: boolean;
  readonly settings: Readonly<Record<SettingOfInterest, string>>;
  /** The error of a write that was tried and rolled back; null if it succeeded. */
  readonly writeRefused: string | null;
  /** The migrations of this version that are missing; null if the database has run none at all. */
  readonly missingMigrations: readonly string[] | null;
}

const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit', 'max_connections'] as const;
export type SettingOfInterest = (typeof SETTINGS)[number];

/** @throws the error of the connection */
export async function readDatabaseState(url: string): Promise<DatabaseState> {
  const client = newClient(url, {
    application_name: 'livery doctor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const askedAt = Date.now();
    const { rows } = await client.query<StateRow>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
         pg_is_in_recovery() AS "isReplica", extract(epoch FROM clock_timestamp()) * 1000 AS now,
         pg_backend_pid() AS pid, to_regclass('migrations') IS NOT NULL AS "isMigrated",
         (${IS_ABOVE_POLICIES}) AS "isAbovePolicies",
         ${SETTINGS.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
    );
    const answeredAt = Date.now();
    const [state] = rows;
    if (state === undefined) throw new Error('The database gave no answer.');
    return {
      version: state.version.split(' ', 1).join(),
      major: Math.floor(state.number / 10_000),
      isReplica: state.isReplica,
      // The database read its clock at about the middle of the round trip.
      aheadMs: Math.round(Number(state.now) - (askedAt + answeredAt) / 2),
      isDirect: processIdOf(client) === state.pid,
      isAbovePolicies: state.isAbovePolicies,
      settings: state,
      writeRefused: await tryWrite(client),
      missingMigrations: state.isMigrated
        ? missingMigrations((await client.query<{ name: string }>('SELECT name FROM migrations')).rows)
        : null,
    };
  } finally {
    await client.end();
  }
}

async function tryWrite(client: Client): Promise<string | null> {
  await client.query('BEGIN');
  try {
    await client.query(TRY_WRITE);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('ROLLBACK');
  }
}

interface StateRow extends Record<SettingOfInterest, string> {
  readonly version: string;
  readonly number: number;
  readonly isReplica: boolean;
  readonly now: string;
  readonly pid: number;
  readonly isMigrated: boolean;
  readonly isAbovePolicies: boolean;
}

/** The server's process for the connection. The types of pg lack this member. */
function processIdOf(client: Client): unknown {
  return 'processID' in client ? client.processID : null;
}
