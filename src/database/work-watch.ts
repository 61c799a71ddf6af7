import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from './database.js';

/** Rows of a table that are work for this process. */
export interface KindOfWork {
  readonly table: string;
  /** SQL for which of its rows are work; all of them if it is absent. */
  readonly where?: string;
  /** Columns with an index that leads to the first such row at once, whatever the table has become. */
  readonly indexedBy: string;
  /** Called once a second, with whether there is any. */
  readonly tell: (isThere: boolean) => void;
}

/**
 * Finds out once a second, by one statement for all kinds, for which kinds of work there are rows. So a process without
 * work costs the database one round trip a second, and those that do the work ask only when there is some.
 */
@Injectable()
export class WorkWatch {
  private readonly kinds: KindOfWork[] = [];
  private isLooking = false;

  constructor(private readonly database: Database) {}

  add(kind: KindOfWork): void {
    this.kinds.push(kind);
  }

  @Interval('work', 1_000)
  async look(): Promise<void> {
    if (this.kinds.length === 0) return;
    // A lock on one of the tables holds the answer up, and must not hold up work in the others.
    if (this.isLooking) return this.tellAll([]);
    this.isLooking = true;
    const found = await this.found(this.kinds);
    this.isLooking = false;
    this.tellAll(found);
  }

  /** Without an answer there may be work of each kind; those who then ask for it find out what is wrong. */
  private tellAll(found: readonly boolean[]): void {
    for (const [index, { tell }] of this.kinds.entries()) tell(found[index] ?? true);
  }

  private async found(kinds: readonly KindOfWork[]): Promise<readonly boolean[]> {
    // A lone EXISTS would lose its order, and with it the index.
    const columns = kinds.map(
      ({ table, where = 'true', indexedBy }) =>
        `(SELECT true FROM ${table} WHERE ${where} ORDER BY ${indexedBy} LIMIT 1) IS NOT NULL`,
    );
    try {
      const { rows } = await this.database.pool.query<{ found: boolean[] }>({
        name: `look for ${kinds.length} kinds of work`,
        text: `SELECT ARRAY[${columns.join(', ')}] AS found`,
      });
      return rows[0]?.found ?? [];
    } catch {
      return [];
    }
  }
}
