import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { SealedColumn } from './sealed-columns.js';

const BATCH = 500;

/** A sealed text and its row. */
export interface SealedCell {
  readonly partnerId: number;
  readonly row: number | string;
  readonly sealed: string;
}

/** The sealed columns of all tables. The names in its SQL come from `sealedColumns` alone. */
@Injectable()
export class SealedColumnRepository {
  constructor(private readonly database: Database) {}

  /** Every sealed text of a column, without empty ones. */
  async *all(column: SealedColumn): AsyncGenerator<SealedCell> {
    let last: SealedCell | null = null;
    for (;;) {
      const cells: SealedCell[] = await this.after(column, last, BATCH);
      yield* cells;
      last = cells.at(-1) ?? null;
      if (cells.length < BATCH) return;
    }
  }

  private async after(
    { table, row, column }: SealedColumn,
    last: SealedCell | null,
    limit: number,
  ): Promise<SealedCell[]> {
    const { rows } = await this.database.pool.query<SealedCell>(
      `SELECT partner_id AS "partnerId", ${row} AS row, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL ${last === null ? '' : `AND (partner_id, ${row}) > ($2, $3)`}
       ORDER BY partner_id, ${row} LIMIT $1`,
      last === null ? [limit] : [limit, last.partnerId, last.row],
    );
    return rows;
  }

  /** Replaces the text of a cell. False if the service has replaced it in the meantime. */
  async replace({ table, row, column }: SealedColumn, cell: SealedCell, sealed: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `UPDATE ${table} SET ${column} = $1 WHERE partner_id = $2 AND ${row} = $3 AND ${column} = $4`,
      [sealed, cell.partnerId, cell.row, cell.sealed],
    );
    return rowCount === 1;
  }
}
