import type { PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/**
 * The mapper on a connection of another pool, within the transaction that is open there. Its owner commits, rolls back
 * and releases.
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
