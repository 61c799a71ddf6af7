import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { missingMigrations } from '../database/missing-migrations.js';

/** The migrations that the database has run. */
@Injectable()
export class MigrationStateRepository {
  constructor(private readonly database: Database) {}

  /** The migrations of this version that the database has not run. */
  async missing(): Promise<readonly string[]> {
    const { rows } = await this.database.pool.query<{ name: string }>('SELECT name FROM migrations');
    return missingMigrations(rows);
  }
}
