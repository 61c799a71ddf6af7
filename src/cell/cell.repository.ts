import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { idsOfCell } from './domain/id-range.js';

/** A cell as the databases of all cells know it. */
export interface KnownCell {
  readonly number: number;
  readonly name: string;
  readonly isOwn: boolean;
}

/** The cells that were added, as the database of this one lists them. */
@Injectable()
export class CellRepository {
  constructor(private readonly database: Database) {}

  /** By their numbers; none in a database that is the only one. */
  async all(): Promise<KnownCell[]> {
    const { rows } = await this.database.pool.query<KnownCell>(
      'SELECT number, name, is_own AS "isOwn" FROM cell ORDER BY number',
    );
    return rows;
  }

  /** Lets every table give ids of the cell's range, also one that a migration has added since. */
  async confineIds(number: number): Promise<void> {
    const { first, last } = idsOfCell(number);
    await this.database.pool.query('SELECT confine_ids($1, $2)', [first, last]);
  }
}
