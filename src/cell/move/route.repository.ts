import { PARTNER_MOVED_CHANNEL } from '../../shared/partner-moving.js';
import type { Issuer } from '../domain/directory-entries.js';
import type { PartnerEntries } from './domain/cell-of-move.js';
import type { MoveDatabase } from './move-database.repository.js';

/** A move's target, and which of the partner's companies keep another partner in the source. */
interface Redirection {
  readonly source: string;
  readonly target: string;
  readonly stillInSource: readonly number[];
}

/** Where one cell believes partners to be. All writes are idempotent. */
export class RouteRepository {
  constructor(private readonly database: MoveDatabase) {}

  /** The directory entries of a partner of this cell. */
  async entriesOf(partnerId: number): Promise<PartnerEntries> {
    const companies = await this.database.rows<{ company: number }>(
      'SELECT company_id AS company FROM attached_company WHERE partner_id = $1',
      [partnerId],
    );
    const issuers = await this.database.rows<Issuer>(
      'SELECT issuer, audience FROM partner_issuer WHERE partner_id = $1',
      [partnerId],
    );
    const tokens = await this.database.rows<{ digest: Buffer }>('SELECT partner_tokens($1) AS digest', [
      partnerId,
    ]);
    return {
      companies: companies.map(({ company }) => company),
      issuers,
      tokens: tokens.map(({ digest }) => digest),
    };
  }

  /** Those of these companies that have a partner in this cell. */
  async present(companies: readonly number[]): Promise<number[]> {
    const rows = await this.database.rows<{ company: number }>(
      'SELECT company_id AS company FROM present_company WHERE company_id = ANY ($1)',
      [companies],
    );
    return rows.map(({ company }) => company);
  }

  /** Makes this cell send events of the companies to the target, which refuses them until the partner lives there. */
  async redirectEvents(
    companies: readonly number[],
    { source, target, stillInSource }: Redirection,
  ): Promise<void> {
    if (!(await this.isOwn(target))) {
      await this.database.run(
        `INSERT INTO cell_company (company_id, cell) SELECT unnest($1::int[]), $2 ON CONFLICT DO NOTHING`,
        [companies, target],
      );
    }
    await this.database.run(
      'DELETE FROM cell_company WHERE cell = $2 AND company_id = ANY ($1) AND company_id <> ALL ($3)',
      [companies, source, stillInSource],
    );
  }

  /**
   * Makes this cell forward the partner's requests too. Call it only when the partner lives in the target, which does
   * not know its keys before.
   */
  async redirect(
    partnerId: number,
    { companies, issuers, tokens }: PartnerEntries,
    redirection: Redirection,
  ): Promise<void> {
    const { source, target } = redirection;
    const names = [issuers.map(({ issuer }) => issuer), issuers.map(({ audience }) => audience)];
    await this.redirectEvents(companies, redirection);
    if (!(await this.isOwn(target))) {
      await this.database.run(
        `INSERT INTO cell_issuer (issuer, audience, cell)
         SELECT issuer, audience, $3 FROM unnest($1::text[], $2::text[]) AS t (issuer, audience) ON CONFLICT DO NOTHING`,
        [...names, target],
      );
    }
    await this.database.run(
      `DELETE FROM cell_issuer WHERE cell = $3
         AND (issuer, audience) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [...names, source],
    );
    await this.database.run(
      `INSERT INTO moved_partner (partner_id, cell, moved_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (partner_id) DO UPDATE SET cell = excluded.cell, moved_at = excluded.moved_at`,
      [partnerId, target],
    );
    await this.database.run('DELETE FROM moved_token WHERE partner_id = $1', [partnerId]);
    await this.database.run('INSERT INTO moved_token (partner_id, digest) SELECT $1, unnest($2::bytea[])', [
      partnerId,
      tokens,
    ]);
    await this.database.run('SELECT pg_notify($1, $2)', [PARTNER_MOVED_CHANNEL, String(partnerId)]);
  }

  private async isOwn(cell: string): Promise<boolean> {
    return (await this.database.run('SELECT FROM cell WHERE is_own AND name = $1', [cell])) === 1;
  }
}
