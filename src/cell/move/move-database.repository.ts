import type { Client, QueryResultRow } from 'pg';
import { newClient } from '../../database/connecting.js';
import { BIGINT_AS_NUMBER, SEE_EVERY_PARTNER } from '../../database/every-partner.js';
import type { Cell } from '../../shared/domain/cell.js';
import { MoveRefused } from './domain/move-refused.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Bounds how long writers queue behind a lock that a move waits for. */
const LOCK_TIMEOUT_MS = 1_000;
const TRIES = 20;
const AGAIN_MS = 250;
/** SQLSTATEs of a lock timeout and of a deadlock. */
const NO_LOCK = ['55P03', '40P01'];

/** A connection to a cell's database with the rights that a move needs. */
export class MoveDatabase {
  private constructor(
    readonly cell: Cell,
    private readonly client: Client,
  ) {}

  /** @throws MoveRefused if the database cannot be reached */
  static async open(cell: Cell): Promise<MoveDatabase> {
    const client = newClient(cell.url, {
      ...BIGINT_AS_NUMBER,
      application_name: 'livery move',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // The running statement fails by itself. Without a listener, an 'error' event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      // Rows are compared as text, so both cells must use one time zone.
      await client.query(`${SEE_EVERY_PARTNER}; SET TimeZone = 'UTC'; SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MoveRefused(`The database of cell ${cell.name} cannot be used: ${reason}.`);
    }
    return new MoveDatabase(cell, client);
  }

  get name(): string {
    return this.cell.name;
  }

  async rows<Row extends QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(statement, values)).rows;
  }

  /** The first row. @throws Error if there is none */
  async row<Row extends QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(statement, values);
    if (row === undefined) throw new Error('A statement of the move has found nothing.');
    return row;
  }

  /** Returns the number of rows. */
  async run(statement: string, values: unknown[] = []): Promise<number> {
    return (await this.client.query(statement, values)).rowCount ?? 0;
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.client.query('BEGIN');
    try {
      const result = await work();
      await this.client.query('COMMIT');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Repeats the work until it gets its locks. Writers wait behind it for at most a second each time. */
  async patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const isLocked = error instanceof Error && 'code' in error && NO_LOCK.includes(String(error.code));
        if (!isLocked || tries >= TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  literal(text: string): string {
    return this.client.escapeLiteral(text);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
