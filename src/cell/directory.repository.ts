import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Unavailable } from '../shared/domain/errors.js';
import { type DirectoryEntries, type Issuer, without } from './domain/directory-entries.js';
import { OWN_COMPANIES, OWN_DIGEST, OWN_ISSUERS } from './directory.sql.js';

/** Key of the advisory lock under which a cell changes its entries in other cells' directories. */
const DIRECTORY_LOCK = 0x43454c4c;
const PATIENCE_MS = 10_000;
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The directory in this cell's database: its own entries, and its copies of the other cells' entries. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly database: Database) {}

  /**
   * The cells with a partner of each company, this one included under the name `own`. Companies without any are absent.
   */
  async cellsOf(
    companyIds: readonly number[],
    own: string,
  ): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const { rows } = await this.database.pool.query<{ companyId: number; cell: string }>({
      name: 'cells-of-companies',
      text: `
        SELECT company_id AS "companyId", cell FROM cell_company WHERE company_id = ANY ($1)
        UNION ALL SELECT company_id, $2 FROM present_company WHERE company_id = ANY ($1)`,
      values: [companyIds, own],
    });
    const cells = new Map<number, Set<string>>();
    for (const { companyId, cell } of rows)
      cells.set(companyId, (cells.get(companyId) ?? new Set()).add(cell));
    return cells;
  }

  /** The names of cells with a partner whose tokens have this issuer and one of these audiences. */
  async cellsOfIssuer(issuer: string, audiences: readonly string[], own: string): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ cell: string }>({
      name: 'cells-of-issuer',
      text: `
        SELECT cell FROM cell_issuer WHERE issuer = $1 AND audience = ANY ($2)
        UNION SELECT $3 FROM present_issuer WHERE issuer = $1 AND audience = ANY ($2)`,
      values: [issuer, audiences, own],
    });
    return rows.map(({ cell }) => cell);
  }

  /** Those of these entries that this cell does not have any more. */
  async gone(entries: DirectoryEntries): Promise<DirectoryEntries> {
    const { pool } = this.database;
    const companies = await pool.query<{ company: number }>(OWN_COMPANIES, [entries.companies]);
    const issuers = await pool.query<Issuer>(OWN_ISSUERS, [
      entries.issuers.map(({ issuer }) => issuer),
      entries.issuers.map(({ audience }) => audience),
    ]);
    return without(entries, {
      companies: companies.rows.map(({ company }) => company),
      issuers: issuers.rows,
    });
  }

  /** All entries of this cell itself. */
  async own(): Promise<DirectoryEntries> {
    const { pool } = this.database;
    const companies = await pool.query<{ company: number }>(OWN_COMPANIES, [null]);
    const issuers = await pool.query<Issuer>(OWN_ISSUERS, [null, null]);
    return { companies: companies.rows.map(({ company }) => company), issuers: issuers.rows };
  }

  async ownDigest(): Promise<string> {
    const { rows } = await this.database.pool.query<{ digest: string }>(OWN_DIGEST);
    return rows[0]?.digest ?? '';
  }

  /**
   * Runs the work while no other process of the cell changes its entries.
   * @throws Unavailable if the lock is not granted
   */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const session = await this.database.openSession();
    try {
      await session.query(`SET lock_timeout = ${PATIENCE_MS}`);
      await session
        .query('SELECT pg_advisory_lock($1::bigint + own_cell_number())', [DIRECTORY_LOCK])
        .catch((error: Error) => {
          if ('code' in error && error.code === LOCK_NOT_AVAILABLE)
            throw new Unavailable('Another change of companies or tokens has not ended in time.');
          throw error;
        });
      return await work();
    } finally {
      await session.end();
    }
  }
}
