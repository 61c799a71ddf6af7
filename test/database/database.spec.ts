import { jest } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { Client, type Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { DatabaseServer } from '../../src/database/database-server.js';
import { Database } from '../../src/database/database.js';
import { PartnerDatabase } from '../../src/database/partner-database.js';
import { SilenceWatch, watchedClient } from '../../src/database/primary/silence-watch.js';
import { parseDatabaseUrl } from '../../src/shared/domain/database-url.js';
import { Metrics } from '../../src/shared/metrics/metrics.js';
import { Settings } from '../../src/shared/settings.js';
import { eventually } from '../delivery/deliveries.js';
import { DatabaseLine } from '../survival/database-line.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';

function moduleOf(url: string): Promise<TestingModule> {
  const settings = new Settings({
    DATABASE_URL: url,
    SECRET_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
  });

  @Global()
  @Module({ providers: [Metrics, { provide: Settings, useValue: settings }], exports: [Metrics, Settings] })
  class GivenModule {}

  return Test.createTestingModule({ imports: [GivenModule, DatabaseModule] }).compile();
}

/** Not `once` of node:events, which would listen to 'error' in place of the code under test. */
function endOf(client: PoolClient): Promise<void> {
  return new Promise((resolve) => client.once('end', () => resolve()));
}

describe('The database module', () => {
  let given: TestDatabase;
  let module: TestingModule;
  let database: Database;

  beforeAll(async () => {
    given = await testDatabase();
    module = await moduleOf(given.url);
    database = module.get(Database);
  });

  afterAll(async () => {
    await module.close();
    await given.drop();
  });

  it('reports idle connections that break, except while it closes them', async () => {
    const closed = await moduleOf(given.url);
    const warned: unknown[] = [];
    closed.useLogger({ log: () => undefined, error: () => undefined, warn: (line) => warned.push(line) });
    const server = closed.get(DatabaseServer);
    const pools: Pool[] = [
      closed.get(Database).pool,
      (closed.get(DataSource).driver as PostgresDriver).master,
    ];
    const breakAll = () => pools.forEach((pool, index) => pool.emit('error', new Error(`broke ${index}`)));
    server.release = async () => breakAll();
    breakAll();
    const both = [0, 1].map((index) => `An idle connection to PostgreSQL broke: broke ${index}`);
    expect(warned).toEqual(both);
    await closed.close();
    expect(warned).toEqual(both);
  });

  it('answers raw statements, with bigint as a number', async () => {
    const { rows } = await database.pool.query({ name: 'count', text: 'SELECT count(*) FROM partner' });
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('ends transactions that were left open, on partners’ connections too', async () => {
    const question = `SELECT current_setting('idle_in_transaction_session_timeout') AS after`;
    await expect(database.pool.query(question)).resolves.toMatchObject({ rows: [{ after: '1min' }] });
    expect(await module.get(PartnerDatabase).of(1, (rows) => rows.query(question))).toEqual([
      { after: '1min' },
    ]);
  });

  it('sends no connection parameters that poolers refuse', async () => {
    const line = await DatabaseLine.to(given.url);
    const behind = await moduleOf(line.url);
    await behind.get(Database).pool.query('SELECT 1');
    await behind.get(PartnerDatabase).of(1, (rows) => rows.query('SELECT 1'));
    await behind.get(Database).openSession();
    expect([...line.askedFor].sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
    await behind.close();
    await line.close();
  });

  it('closes connections to a host that no longer answers, which would wait for it for ever', async () => {
    const line = await DatabaseLine.to(given.url);
    const [host] = parseDatabaseUrl(line.url).hosts;
    if (host === undefined) throw new Error('There is a host.');
    expect(SilenceWatch.of(host, {})).toBeNull();
    expect(SilenceWatch.of({ ...host, host: 'db.example' }, {})).not.toBeNull();
    const config = { connectionString: line.url };
    const watch = new SilenceWatch(host, config);
    const said: string[] = [];
    const unfollow = watch.follow({ log: (text) => said.push(text), error: (text) => said.push(text) });
    const Watched = watchedClient(watch);
    const client = new Watched(config);
    client.on('error', () => undefined);
    await client.connect();
    line.fallSilent();
    await expect(client.query('SELECT 1')).rejects.toThrow(`${host.name} is silent.`);
    expect(said).toEqual([`${host.name} has fallen silent: ending all connections to it.`]);
    unfollow();
    await line.close();
  }, 60_000);

  it('commits a transaction that succeeds', async () => {
    await database.transaction((connection) => connection.query('CREATE TABLE kept ()'));
    await expect(database.pool.query('TABLE kept')).resolves.toMatchObject({ rowCount: 0 });
  });

  it('rolls back a transaction that fails, and passes its error on', async () => {
    const failing = database.transaction(async (connection) => {
      await connection.query('CREATE TABLE undone ()');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(database.pool.query('TABLE undone')).rejects.toThrow('does not exist');
  });

  it('survives a connection that breaks in the middle of a transaction', async () => {
    const terminate = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1';
    const broken = database.transaction(async (connection) => {
      await connection.query('SELECT 42 AS doomed');
      const ended = endOf(connection);
      await database.pool.query(terminate, ['SELECT 42 AS doomed']);
      await ended;
      await connection.query('SELECT 43');
    });
    await expect(broken).rejects.toThrow();
    await expect(database.pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('reports the end of a separate session', async () => {
    const session = await database.openSession();
    const ended = new Promise<void>((resolve) => session.onEnd(resolve));
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
  });

  it('gives the driver one statement of a session at a time, even after one that fails', async () => {
    const session = await database.openSession();
    let running = 0;
    let most = 0;
    const { query } = Client.prototype;
    const counted = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...given: unknown[]
    ) {
      running += 1;
      most = Math.max(most, running);
      const less = () => (running -= 1);
      const result = Reflect.apply(query, this, given);
      result.then(less, less);
      return result;
    });
    const statements = ['SELECT pg_sleep(0.05), 1 AS n', 'SELECT nothing', 'SELECT 3 AS n'];
    const results = await Promise.allSettled(statements.map((statement) => session.query(statement)));
    counted.mockRestore();
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(1);
    await session.end();
  });

  it('opens a separate session, and survives its closing by the caller', async () => {
    const session = await database.openSession();
    await session.query('SELECT pg_advisory_lock(1)');
    const { rows } = await database.pool.query('SELECT pg_try_advisory_lock(1) AS free');
    expect(rows).toEqual([{ free: false }]);
    await session.end();
  });

  it('leaves no connection behind when it is closed', async () => {
    const other = await testDatabase();
    const closing = await moduleOf(other.url);
    await closing.get(Database).openSession();
    await closing.close();
    // PostgreSQL forgets a connection some moments after its end.
    await eventually(
      () =>
        database.pool.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [
          new URL(other.url).pathname.slice(1),
        ]),
      ({ rowCount }) => rowCount === 0,
    );
    await other.drop();
  });
});
