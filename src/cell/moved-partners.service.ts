import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { plainToken } from './domain/cell-token.js';

/** A move keeps the old rows for longer than this, so that a process that uses older information does no harm. */
const FRESH_MS = 3_000;

/**
 * The current cells of partners that have moved; their ids and tokens still name the cell that created them. Each
 * process keeps the list in memory and reads changes every second.
 */
@Injectable()
export class MovedPartnersService {
  private partners: ReadonlyMap<number, string> = new Map();
  private tokens: ReadonlyMap<string, string> = new Map();
  private version = '';
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** False in a process that slept or cannot reach its database. Then call `refresh` first, or accept stale answers. */
  get isFresh(): boolean {
    return performance.now() - this.readAt < FRESH_MS;
  }

  /** Null for a partner that has not moved. */
  cellOf(partnerId: number): string | null {
    return this.partners.get(partnerId) ?? null;
  }

  /** The cell of the partner with this key or link; null if it has not moved. */
  cellOfToken(token: string): string | null {
    if (this.tokens.size === 0) return null;
    return this.tokens.get(createHash('sha256').update(plainToken(token)).digest('base64')) ?? null;
  }

  /** Reads what has changed. Rejects if the database does not answer. */
  refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = null));
    return this.reading;
  }

  private async read(): Promise<void> {
    const { pool } = this.database;
    const startedAt = performance.now();
    const { rows: versions } = await pool.query<{ version: string }>(
      `SELECT concat_ws(' ', count(*), max(moved_at)) AS version FROM moved_partner`,
    );
    const version = versions[0]?.version ?? '';
    if (version !== this.version) {
      const { rows: partners } = await pool.query<{ id: number; cell: string }>(
        'SELECT partner_id AS id, cell FROM moved_partner',
      );
      const { rows: tokens } = await pool.query<{ digest: Buffer; cell: string }>(
        'SELECT t.digest, p.cell FROM moved_token t JOIN moved_partner p ON p.partner_id = t.partner_id',
      );
      this.partners = new Map(partners.map(({ id, cell }) => [id, cell]));
      this.tokens = new Map(tokens.map(({ digest, cell }) => [digest.toString('base64'), cell]));
      this.version = version;
    }
    this.readAt = startedAt;
  }
}
