import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Client, type Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { outsideRequest } from '../shared/logging/request-context.js';
import { DatabaseServer } from './database-server.js';
import { clientConfig, everyPartnerPool, IS_ABOVE_POLICIES, SEE_EVERY_PARTNER } from './every-partner.js';
import { PoolSizes } from './pool-sizes.js';
import { TRY_WRITE, WriteState } from './write-state.js';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * PostgreSQL for the engine and the operators: the rows of every partner, without a mapper, for paths where every round
 * trip counts. Queries on behalf of one partner go through PartnerDatabase instead.
 *
 * All connections close in onApplicationShutdown. Write what remains in onModuleDestroy or beforeApplicationShutdown,
 * which come earlier.
 */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Database');
  private readonly clients = new Set<Client>();
  /** For raw and named statements (`{ name, text, values }`). */
  readonly pool: Pool;
  /** Whether the database takes the engine's writes. */
  readonly writes = new WriteState(() => this.tryWrite());

  constructor(
    private readonly server: DatabaseServer,
    private readonly dataSource: DataSource,
    sizes: PoolSizes,
  ) {
    this.pool = everyPartnerPool(server.url, {
      application_name: 'livery',
      max: sizes.engine,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // The pool opens another connection when it needs one.
    this.pool.on('error', ({ message }) =>
      outsideRequest(() => this.log.warn(`An idle connection to PostgreSQL broke: ${message}`)),
    );
  }

  async onModuleInit(): Promise<void> {
    const { rowCount } = await this.pool.query(`SELECT WHERE (${IS_ABOVE_POLICIES})`);
    if (rowCount === 0) return;
    this.log.warn(
      'DATABASE_URL names a superuser or a role with BYPASSRLS, for which PostgreSQL does not keep partners apart.',
    );
  }

  /** Runs the work in one transaction on one connection. An error rolls it back and is rethrown. */
  async transaction<Result>(work: (connection: PoolClient) => Promise<Result>): Promise<Result> {
    const connection = await this.pool.connect();
    let broken = false;
    // A connection may also break between two statements, and the next one fails. Without a listener the process would end.
    const breaks = () => (broken = true);
    connection.on('error', breaks);
    try {
      await connection.query('BEGIN');
      const result = await work(connection);
      await connection.query('COMMIT');
      return result;
    } catch (error) {
      await connection.query('ROLLBACK').catch(breaks);
      throw error;
    } finally {
      connection.off('error', breaks);
      connection.release(broken);
    }
  }

  /**
   * A connection outside the pool, for LISTEN and advisory locks, which belong to a session. It emits 'end' when it
   * breaks; the caller then opens another one. `end()` may be called at any time.
   */
  async openClient(): Promise<Client> {
    const client = new Client({ ...clientConfig(this.server.url), application_name: 'livery session' });
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    // 'end' follows. Without a listener an 'error' would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(SEE_EVERY_PARTNER);
    } catch (error) {
      this.clients.delete(client);
      throw error;
    }
    return client;
  }

  async onApplicationShutdown(): Promise<void> {
    this.writes.close();
    await Promise.all([...this.clients].map((client) => client.end()));
    await this.pool.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.server.release();
  }

  private async tryWrite(): Promise<void> {
    const connection = await this.pool.connect();
    let isBroken = true;
    try {
      await connection.query('BEGIN');
      try {
        await connection.query(TRY_WRITE);
      } finally {
        await connection.query('ROLLBACK');
        isBroken = false;
      }
    } finally {
      connection.release(isBroken);
    }
  }
}
