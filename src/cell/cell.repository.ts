import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { idsOfCell } from './domain/id-range.js';

/** A cell, as listed in the database of every cell. */
export interface KnownCell {
  readonly number: number;
  readonly name: string;
  readonly isOwn: boolean;
}

/** The cells listed in this cell's database. */
@Injectable()
export class CellRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by number; empty in a deployment of one database. */
  async all(): Promise<KnownCell[]> {
    const { rows } = await this.database.pool.query<KnownCell>(
      'SELECT number, name, is_own AS "isOwn" FROM cell ORDER BY number',
    );
    return rows;
  }

  /** Confines the ids of every table to the cell's range, including tables that migrations have added since. */
  async confineIds(number: number): Promise<void> {
    const { first, last } = idsOfCell(number);
    await this.database.pool.query('SELECT confine_ids($1, $2)', [first, last]);
  }
}
