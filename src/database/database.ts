import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Client, Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { brokenConnections } from './broken-connections.js';
import { CONNECT_TIMEOUT_MS, connecting, newClient } from './connecting.js';
import { DatabaseSession } from './database-session.js';
import { DatabaseServer } from './database-server.js';
import { BIGINT_AS_NUMBER, everyPartnerPool, IS_ABOVE_POLICIES, SEE_EVERY_PARTNER } from './every-partner.js';
import { PoolSizes } from './pool-sizes.js';
import type { PrimarySearch } from './primary/primary-search.js';
import { TRY_WRITE, WriteState } from './write-state.js';

/**
 * PostgreSQL for the engine and operators: sees the rows of all partners, without a mapper, for paths where every round
 * trip counts. For queries on behalf of one partner, use PartnerDatabase.
 *
 * Closes all connections in onApplicationShutdown. Write remaining data in onModuleDestroy or
 * beforeApplicationShutdown, which run earlier.
 */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Database');
  private readonly clients = new Set<Client>();
  private isClosed = false;
  private unfollow: () => void = () => undefined;
  /** For raw and named statements (`{ name, text, values }`). */
  readonly pool: Pool;
  /** Whether the database accepts the engine's writes. */
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
    this.pool.on('error', brokenConnections(server));
  }

  async onModuleInit(): Promise<void> {
    const { search, watch } = connecting(this.server.url);
    this.unfollow = search?.follow(this.log) ?? watch?.follow(this.log) ?? this.unfollow;
    const { rowCount } = await this.pool.query(`SELECT WHERE (${IS_ABOVE_POLICIES})`);
    if (rowCount === 0) return;
    this.log.warn(
      'DATABASE_URL names a superuser or a role with BYPASSRLS, to which row-level security does not apply.',
    );
  }

  /** Finds the host that accepts writes; null if DATABASE_URL has a single host. */
  get search(): PrimarySearch | null {
    return connecting(this.server.url).search;
  }

  /** Runs the work in one transaction on one connection. An error rolls it back and is rethrown. */
  async transaction<Result>(work: (connection: PoolClient) => Promise<Result>): Promise<Result> {
    const connection = await this.pool.connect();
    let broken = false;
    // Without a listener, a connection that breaks between two statements would end the process. The next statement
    // fails.
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
   * Opens a connection outside the pool, for LISTEN and advisory locks. If it ends, the caller must open another one.
   */
  async openSession(): Promise<DatabaseSession> {
    const client = newClient(this.server.url, { ...BIGINT_AS_NUMBER, application_name: 'livery session' });
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    // 'end' follows. Without a listener, an 'error' event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(SEE_EVERY_PARTNER);
      if (this.isClosed) throw new Error('Connection terminated: the service has stopped.');
    } catch (error) {
      this.clients.delete(client);
      client.end().catch(() => undefined);
      throw error;
    }
    return new DatabaseSession(client);
  }

  async onApplicationShutdown(): Promise<void> {
    this.server.isBeingLeft = true;
    this.writes.close();
    this.isClosed = true;
    await Promise.all([...this.clients].map((client) => client.end()));
    await this.pool.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    this.unfollow();
    await this.server.release();
  }

  private async tryWrite(): Promise<void> {
    const connection = await this.pool.connect();
    let isBroken = true;
    const breaks = () => undefined;
    connection.on('error', breaks);
    try {
      await connection.query('BEGIN');
      try {
        await connection.query(TRY_WRITE);
      } finally {
        await connection.query('ROLLBACK');
        isBroken = false;
      }
    } finally {
      connection.off('error', breaks);
      connection.release(isBroken);
    }
  }
}
