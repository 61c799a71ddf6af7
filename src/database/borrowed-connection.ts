import type { PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/**
 * Lets TypeORM use a connection of another pool, in its open transaction. The connection's owner commits, rolls back
 * and releases it.
 */
export class BorrowedConnection extends PostgresQueryRunner {
  override isTransactionActive = true;

  constructor(
    driver: PostgresDriver,
    private readonly borrowed: PoolClient,
  ) {
    super(driver, 'master');
  }

  override connect(): Promise<PoolClient> {
    return Promise.resolve(this.borrowed);
  }
}
