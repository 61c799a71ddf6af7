import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from './database.js';

/** A kind of work that waits in a table. */
export interface PolledWork {
  readonly table: string;
  /** The SQL condition for rows that are work; absent for all rows. */
  readonly where?: string;
  /** Indexed columns to sort by, so that the first row is found at once, however large the table is. */
  readonly indexedBy: string;
  /** Called once a second with whether there is work. */
  readonly onPoll: (isThere: boolean) => void;
}

/**
 * Polls all kinds of work with one statement a second, so that an idle process costs one round trip a second. Workers
 * query their own table only if it has work.
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
    // The last poll is waiting for a lock on one table, which must not delay work in the others.
    if (this.isPolling) return this.report([]);
    this.isPolling = true;
    const found = await this.found(this.kinds);
    this.isPolling = false;
    this.report(found);
  }

  /** Calls the workers. Without an answer, every worker queries its own table and reports its error. */
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
