import { randomBytes } from 'node:crypto';
import { Client, type Pool, type QueryResultRow } from 'pg';
import { everyPartnerPool } from '../../src/database/every-partner.js';

/** A database of one suite's own, with every table and no rows. */
export interface TestDatabase {
  /** The address for the service, which is subject to row-level security. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Copies the migrated template of this run (global-setup.mjs). Takes about 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${setting('TEST_TEMPLATE')} STRATEGY file_copy`);
}

/** The same, in a tablespace. */
export async function testDatabaseIn(tablespace: string): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${setting('TEST_TEMPLATE')} STRATEGY file_copy TABLESPACE ${tablespace}`);
}

/** A database without tables, for tests of the migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

/** Connections that read what the service has stored for any partner. */
export function databaseReader(url: string): Pool {
  const pool = everyPartnerPool(url, { max: 2 });
  // A connection that is still closing reports an error when its database is dropped by force.
  pool.on('error', () => undefined);
  return pool;
}

async function createDatabase(how: string): Promise<TestDatabase> {
  const name = `livery_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(setting('TEST_SERVICE_URL'));
  await administer(`CREATE DATABASE ${name} OWNER "${url.username}" ${how}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs a statement as the superuser of the server. */
export async function administer<Row extends QueryResultRow>(statement: string): Promise<Row[]> {
  const admin = new Client({ connectionString: setting('TEST_ADMIN_URL') });
  await admin.connect();
  try {
    return (await admin.query<Row>(statement)).rows;
  } finally {
    await admin.end();
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: global-setup.mjs sets it.`);
  return value;
}
