import type { Client } from 'pg';
import { migrate } from '../database/migrate.js';
import { BIGINT_AS_NUMBER, SEE_EVERY_PARTNER } from '../database/every-partner.js';
import { newClient } from '../database/connecting.js';
import type { Cell } from '../shared/domain/cell.js';
import { movesOfCell, type MovesOfCell } from './cell-moves.sql.js';
import type { KnownCell } from './cell.repository.js';
import { idsOfCell } from './domain/id-range.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** The database of any cell, for the commands that add and examine cells. */
export class CellDatabaseRepository {
  private constructor(private readonly client: Client) {}

  /** Runs the work in one transaction on the database of a cell. @throws the connection's error */
  static async at<Result>(
    { url }: Cell,
    work: (database: CellDatabaseRepository) => Promise<Result>,
  ): Promise<Result> {
    const client = newClient(url, {
      ...BIGINT_AS_NUMBER,
      application_name: 'livery cell',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(SEE_EVERY_PARTNER);
      await client.query('BEGIN');
      const result = await work(new CellDatabaseRepository(client));
      await client.query('COMMIT');
      return result;
    } finally {
      // Without a COMMIT, this rolls everything back.
      await client.end();
    }
  }

  /** Creates the cell's schema, if the cell has its own, and migrates its tables. */
  static async prepare({ url, schema }: Cell): Promise<void> {
    if (schema !== null) {
      const client = newClient(url, { application_name: 'livery cell' });
      await client.connect();
      try {
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      } finally {
        await client.end();
      }
    }
    await migrate(url);
  }

  /** True if the database is migrated at least as far as the cell tables. */
  async knowsCells(): Promise<boolean> {
    const { rows } = await this.client.query<{ is: boolean }>(`SELECT to_regclass('cell') IS NOT NULL AS is`);
    return rows[0]?.is === true;
  }

  /** The cells listed in this database. Locks the list against concurrent additions. */
  async lockCells(): Promise<KnownCell[]> {
    await this.client.query('LOCK TABLE cell IN SHARE ROW EXCLUSIVE MODE');
    return this.cells();
  }

  async cells(): Promise<KnownCell[]> {
    const { rows } = await this.client.query<KnownCell>(
      'SELECT number, name, is_own AS "isOwn" FROM cell ORDER BY number',
    );
    return rows;
  }

  async add({ number, name, isOwn }: KnownCell): Promise<void> {
    await this.client.query(
      'INSERT INTO cell (number, name, is_own) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [number, name, isOwn],
    );
  }

  /** Confines the ids of every table to the cell's range. Returns how many tables were changed. */
  async confineIds(number: number): Promise<number> {
    const { first, last } = idsOfCell(number);
    const { rows } = await this.client.query<{ confined: number }>('SELECT confine_ids($1, $2) AS confined', [
      first,
      last,
    ]);
    return rows[0]?.confined ?? 0;
  }

  /** The greatest id that any table has assigned; 0 if there is none. */
  async greatestId(): Promise<number> {
    const { rows } = await this.client.query<{ greatest: number | null }>(
      `SELECT max(last_value) AS greatest FROM pg_sequences
       WHERE schemaname = current_schema() AND data_type = 'integer'::regtype`,
    );
    return rows[0]?.greatest ?? 0;
  }

  /** Null if the database is not migrated as far as the move tables. */
  moves(): Promise<MovesOfCell | null> {
    return movesOfCell(this.client);
  }

  async hasPartners(): Promise<boolean> {
    const { rowCount } = await this.client.query('SELECT FROM known_partner LIMIT 1');
    return (rowCount ?? 0) > 0;
  }
}
