import type { Client } from 'pg';
import { newClient } from '../database/connecting.js';
import { BIGINT_AS_NUMBER, SEE_EVERY_PARTNER } from '../database/every-partner.js';
import { Unavailable } from '../shared/domain/errors.js';
import type { DirectoryEntries, Issuer } from './domain/directory-entries.js';
import {
  FORGET,
  OWN_COMPANIES,
  OWN_DIGEST,
  OWN_ISSUERS,
  TELL,
  TOLD_COMPANIES,
  TOLD_DIGEST,
  TOLD_ISSUERS,
} from './directory.sql.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** A statement that takes longer counts as an outage of the cell. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** The directory in the database of a cell, over a connection of its own: what it has, and what it knows of others. */
export class OtherCellRepository {
  private constructor(private readonly client: Client) {}

  /**
   * Runs the work on one connection to a cell's database.
   * @throws Unavailable when it cannot be reached
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
    // The statement that was under way fails. Without a listener an 'error' would end the process.
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

  /** What it has itself. */
  async own(): Promise<DirectoryEntries> {
    return {
      companies: await this.companies(OWN_COMPANIES, [null]),
      issuers: await this.issuers(OWN_ISSUERS, [null, null]),
    };
  }

  /** A text that differs if any entry of its own does. */
  ownDigest(): Promise<string> {
    return this.digest(OWN_DIGEST, []);
  }

  /** What it knows of another cell. */
  async toldOf(cell: string): Promise<DirectoryEntries> {
    return {
      companies: await this.companies(TOLD_COMPANIES, [cell]),
      issuers: await this.issuers(TOLD_ISSUERS, [cell]),
    };
  }

  digestOf(cell: string): Promise<string> {
    return this.digest(TOLD_DIGEST, [cell]);
  }

  async tell(cell: string, entries: DirectoryEntries): Promise<void> {
    await this.client.query(TELL, parameters(cell, entries));
  }

  async forget(cell: string, entries: DirectoryEntries): Promise<void> {
    await this.client.query(FORGET, parameters(cell, entries));
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

/** Messages of PostgreSQL name accounts and databases, and never a password. */
function reasonOf(error: unknown): string {
  const { message = '', errors } = error as { readonly message?: string; readonly errors?: readonly Error[] };
  return (errors?.[0]?.message ?? message).replace(/\.$/, '');
}
