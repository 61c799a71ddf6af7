import type { Client } from 'pg';
import { newClient } from '../database/connecting.js';
import { BIGINT_AS_NUMBER, SEE_EVERY_PARTNER } from '../database/every-partner.js';
import { Unavailable } from '../shared/domain/errors.js';
import type { DirectoryEntries, Issuer } from './domain/directory-entries.js';
import {
  REMOVE_ENTRIES,
  OWN_COMPANIES,
  OWN_DIGEST,
  OWN_ISSUERS,
  ADD_ENTRIES,
  COMPANIES_OF_CELL,
  DIGEST_OF_CELL,
  ISSUERS_OF_CELL,
} from './directory.sql.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** A slower statement counts as an outage of the cell. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** The directory in another cell's database: its own entries, and its copies of other cells' entries. */
export class OtherCellRepository {
  private constructor(private readonly client: Client) {}

  /**
   * Runs the work on one connection to a cell's database.
   * @throws Unavailable if the database cannot be used
   */
  static async at<Result>(
    { name, url }: { readonly name: string; readonly url: string },
    work: (cell: OtherCellRepository) => Promise<Result>,
  ): Promise<Result> {
    const client = newClient(url, {
      ...BIGINT_AS_NUMBER,
      application_name: 'livery directory',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
    });
    // The running statement fails by itself. Without a listener, an 'error' event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(SEE_EVERY_PARTNER);
      return await work(new OtherCellRepository(client));
    } catch (error) {
      throw new Unavailable(`The database of cell ${name} cannot be used: ${reasonOf(error)}.`);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The cell's own entries. */
  async own(): Promise<DirectoryEntries> {
    return {
      companies: await this.companies(OWN_COMPANIES, [null]),
      issuers: await this.issuers(OWN_ISSUERS, [null, null]),
    };
  }

  /** A digest of the cell's own entries. */
  ownDigest(): Promise<string> {
    return this.digest(OWN_DIGEST, []);
  }

  /** Its copies of another cell's entries. */
  async entriesOf(cell: string): Promise<DirectoryEntries> {
    return {
      companies: await this.companies(COMPANIES_OF_CELL, [cell]),
      issuers: await this.issuers(ISSUERS_OF_CELL, [cell]),
    };
  }

  digestOf(cell: string): Promise<string> {
    return this.digest(DIGEST_OF_CELL, [cell]);
  }

  async addEntries(cell: string, entries: DirectoryEntries): Promise<void> {
    await this.client.query(ADD_ENTRIES, parameters(cell, entries));
  }

  async removeEntries(cell: string, entries: DirectoryEntries): Promise<void> {
    await this.client.query(REMOVE_ENTRIES, parameters(cell, entries));
  }

  private async companies(statement: string, values: unknown[]): Promise<number[]> {
    const { rows } = await this.client.query<{ company: number }>(statement, values);
    return rows.map(({ company }) => company);
  }

  private async issuers(statement: string, values: unknown[]): Promise<Issuer[]> {
    return (await this.client.query<Issuer>(statement, values)).rows;
  }

  private async digest(statement: string, values: unknown[]): Promise<string> {
    const { rows } = await this.client.query<{ digest: string }>(statement, values);
    return rows[0]?.digest ?? '';
  }
}

function parameters(cell: string, { companies, issuers }: DirectoryEntries): unknown[] {
  return [cell, companies, issuers.map(({ issuer }) => issuer), issuers.map(({ audience }) => audience)];
}

/** Safe to print: PostgreSQL's messages name accounts and databases, but never a password. */
function reasonOf(error: unknown): string {
  const { message = '', errors } = error as { readonly message?: string; readonly errors?: readonly Error[] };
  return (errors?.[0]?.message ?? message).replace(/\.$/, '');
}
