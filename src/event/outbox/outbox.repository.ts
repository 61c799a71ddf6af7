import { Injectable } from '@nestjs/common';
import { EntityManager, type QueryRunner } from 'typeorm';
import { Database } from '../../database/database.js';

/** A transaction of the host application. */
export type HostTransaction = EntityManager;

/** An event in the outbox. */
export interface OutboxRow {
  readonly id: number;
  /** In the format of POST /internal/event. */
  readonly event: unknown;
}

/** The result for one row. */
export interface OutboxVerdict {
  readonly id: number;
  /** The reason for the refusal; null if the event was accepted. */
  readonly refused: string | null;
}

/** The outbox: events published in transactions of the host application, until they are accepted. */
@Injectable()
export class OutboxRepository {
  private readonly watchers = new WeakMap<EntityManager['connection'], CommitWatcher>();
  private table: Promise<string> | null = null;

  constructor(private readonly database: Database) {}

  /** Adds an event in a transaction of the host. @param committed called after the transaction's commit */
  async add(json: string, transaction: HostTransaction, committed: () => void): Promise<void> {
    this.table ??= this.qualifiedTable();
    await transaction.query(`INSERT INTO ${await this.table} (event) VALUES ($1)`, [json]);
    const { queryRunner, connection } = transaction;
    if (!queryRunner?.isTransactionActive) return committed();
    let watcher = this.watchers.get(connection);
    if (watcher === undefined) {
      watcher = new CommitWatcher();
      this.watchers.set(connection, watcher);
      connection.subscribers.push(watcher);
    }
    watcher.calls.set(queryRunner, committed);
  }

  /**
   * Locks at most `limit` of the oldest committed events, passes them to `take`, and removes the accepted ones. Events
   * without a verdict do not change.
   * @returns the number of verdicts
   */
  async take(
    limit: number,
    take: (rows: readonly OutboxRow[]) => Promise<readonly OutboxVerdict[]>,
  ): Promise<number> {
    return this.database.transaction(async (connection) => {
      const { rows } = await connection.query<OutboxRow>(
        `SELECT id, event FROM outbox WHERE refused IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [limit],
      );
      if (rows.length === 0) return 0;
      const verdicts = await take(rows);
      const refused = verdicts.filter((verdict) => verdict.refused !== null);
      const accepted = verdicts.filter((verdict) => verdict.refused === null);
      await connection.query(`DELETE FROM outbox WHERE id = ANY ($1::bigint[])`, [
        accepted.map(({ id }) => id),
      ]);
      await connection.query(
        `UPDATE outbox o SET refused = t.refused, refused_at = now() FROM unnest($1::bigint[], $2::text[]) AS t (id, refused)
         WHERE o.id = t.id`,
        [refused.map(({ id }) => id), refused.map((verdict) => verdict.refused)],
      );
      return verdicts.length;
    });
  }

  /** The table with its schema, because the host's connection may have another search path. */
  private async qualifiedTable(): Promise<string> {
    const { rows } = await this.database.pool.query<{ table: string }>(
      `SELECT format('%I.outbox', current_schema()) AS "table"`,
    );
    return rows[0]?.table ?? 'outbox';
  }
}

/** Calls back when a query runner's transaction is committed, but not after a rollback. */
class CommitWatcher {
  readonly calls = new WeakMap<QueryRunner, () => void>();

  afterTransactionCommit({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    const call = this.calls.get(queryRunner);
    this.calls.delete(queryRunner);
    call?.();
  }

  afterTransactionRollback({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    this.calls.delete(queryRunner);
  }
}
