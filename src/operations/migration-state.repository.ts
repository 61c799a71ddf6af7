import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { missingMigrations } from '../database/missing-migrations.js';

/** Which migrations the database has seen. */
@Injectable()
export class MigrationStateRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The migrations of this version that the database has not seen. */
  async missing(): Promise<readonly string[]> {
    return missingMigrations(await this.dataSource.query<{ name: string }[]>('SELECT name FROM migrations'));
  }
}
