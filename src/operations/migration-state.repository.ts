import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';

/** Which migrations the database has seen. */
@Injectable()
export class MigrationStateRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The migrations of this version that the database has not seen. */
  async missing(): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    const seen = new Set(rows.map(({ name }) => name));
    return migrations.map((migration) => new migration().name).filter((name) => !seen.has(name));
  }
}
