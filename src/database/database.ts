import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Client, type Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DatabaseServer } from './database-server.js';

/**
 * PostgreSQL without the mapper, for the paths where every round trip counts. Repositories of single objects inject
 * TypeORM's DataSource or Repository instead; both share one pool.
 *
 * All connections close in onApplicationShutdown. Whoever still has something to write when the service stops does it
 * in onModuleDestroy or beforeApplicationShutdown, which come earlier.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly clients = new Set<Client>();

  constructor(
    private readonly server: DatabaseServer,
    private readonly dataSource: DataSource,
  ) {}

  /** Address of the database with its credentials: never log it. */
  get url(): string {
    return this.server.url;
  }

  /** The pool of TypeORM's data source, for raw and named statements (`{ name, text, values }`). */
  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master;
  }

  /** Runs the work in one transaction on one connection; an error rolls it back and is thrown on. */
  async transaction<Result>(work: (connection: PoolClient) => Promise<Result>): Promise<Result> {
    const connection = await this.pool.connect();
    let broken = false;
    // A connection may break between two statements as well; the next one then fails. Unheard, it would end the process.
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
   * A connection outside the pool, for what belongs to a session: LISTEN, advisory locks. When it breaks, it emits
   * 'end'; it is for the caller to open another one. `end()` may be called at any time.
   */
  async openClient(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'livery session',
      keepAlive: true,
    });
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    // 'end' follows; unheard, an 'error' would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      this.clients.delete(client);
      throw error;
    }
    return client;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.clients].map((client) => client.end()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.server.release();
  }
}
