import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/** A connection of TypeORM's pool whose transaction begins with statements of its own, in the same round trip. */
export class PartnerTransaction extends PostgresQueryRunner {
  /** @param begin statements without parameters, of which BEGIN is the first */
  constructor(
    dataSource: DataSource,
    driver: PostgresDriver,
    private readonly begin: string,
  ) {
    super(driver, 'master');
    this.manager = dataSource.createEntityManager(this);
  }

  override async startTransaction(): Promise<void> {
    this.isTransactionActive = true;
    await this.query(this.begin);
    this.transactionDepth += 1;
  }
}
