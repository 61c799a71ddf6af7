import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from './database.js';

/** A kind of work that waits as rows of a table. */
export interface PolledWork {
  readonly table: string;
  /** SQL condition for the rows that are work. All rows are if it is absent. */
  readonly where?: string;
  /** Indexed columns to sort by, so that the first row is found at once, however large the table is. */
  readonly indexedBy: string;
  /** Called once a second with whether there is any. */
  readonly onPoll: (isThere: boolean) => void;
}

/**
 * Polls for all kinds of work with one statement a second, so that an idle process costs the database one round trip a
 * second. Workers query their own table only when there is something in it.
 */
@Injectable()
export class WorkPoller {
  private readonly kinds: PolledWork[] = [];
  private isPolling = false;

  constructor(private readonly database: Database) {}

  add(kind: PolledWork): void {
    this.kinds.push(kind);
  }

  @Interval('work', 1_000)
  async poll(): Promise<void> {
    if (this.kinds.length === 0) return;
    // The last poll waits for a lock on one table. Work in the other tables must not wait too.
    if (this.isPolling) return this.report([]);
    this.isPolling = true;
    const found = await this.found(this.kinds);
    this.isPolling = false;
    this.report(found);
  }

  /** Without an answer every worker looks for itself, and reports the error it gets. */
  private report(found: readonly boolean[]): void {
    for (const [index, { onPoll }] of this.kinds.entries()) onPoll(found[index] ?? true);
  }

  private async found(kinds: readonly PolledWork[]): Promise<readonly boolean[]> {
    // With EXISTS the planner would drop ORDER BY, and with it the index.
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
