import type { Sum } from './domain/cell-of-move.js';
import type { MoveDatabase } from './move-database.repository.js';
import type { MovedTable } from './moved-tables.js';

/** The rows of a moving partner in one cell. */
export class MovedRowsRepository {
  constructor(
    private readonly database: MoveDatabase,
    private readonly partnerId: number,
  ) {}

  /** True in the cell where the partner lives, and in its former cell until its rows are removed. */
  async hasPartner(): Promise<boolean> {
    return (await this.database.run('SELECT FROM known_partner WHERE id = $1', [this.partnerId])) === 1;
  }

  async companies(): Promise<number[]> {
    const rows = await this.database.rows<{ company: number }>(
      'SELECT company_id AS company FROM attached_company WHERE partner_id = $1 ORDER BY company_id',
      [this.partnerId],
    );
    return rows.map(({ company }) => company);
  }

  async sums(tables: readonly MovedTable[]): Promise<Sum[]> {
    const parts = tables.map(
      ({ name, columns, condition }) => `
        SELECT '${name}' AS name, count(*) AS rows,
          coalesce(sum(('x' || left(md5(ROW(${columns})::text), 15))::bit(60)::bigint), 0)::text AS digest
        FROM ${name} WHERE ${condition}`,
    );
    return this.database.rows<Sum>(parts.join(' UNION ALL '));
  }

  /** The partner's own row as text. */
  async partner(): Promise<string> {
    const { partner } = await this.database.row<{ partner: string }>('SELECT partner_record($1) AS partner', [
      this.partnerId,
    ]);
    return partner;
  }

  /** Inserts the partner's own row, which makes this cell the partner's. */
  async addPartner(partner: string): Promise<void> {
    await this.database.run(`SET LOCAL session_replication_role = replica`);
    await this.database.run('SELECT put_partner($1)', [partner]);
  }

  /**
   * Removes all rows, the partner's own last, without firing triggers or checking foreign keys. Keeps the event keys of
   * companies that another partner of this cell has. Removes nothing if the partner is no longer in this phase: it may
   * have come back while the command slept.
   */
  async remove(tables: readonly MovedTable[], phase: 'gone' | 'arriving'): Promise<void> {
    const last = ['partner_company', 'partner'];
    const ordered = [
      ...tables.filter(({ name }) => name === 'event_key'),
      ...tables.filter(({ name }) => name !== 'event_key' && !last.includes(name)),
      ...last.flatMap((name) => tables.filter((table) => table.name === name)),
    ];
    for (const { name, condition, partnerColumn } of ordered) {
      const free =
        partnerColumn === null
          ? ` AND NOT EXISTS (SELECT FROM attached_company c
              WHERE c.company_id = ${name}.company_id AND c.partner_id <> ${this.partnerId})`
          : '';
      await this.database.transaction(async () => {
        await this.database.run(`SET LOCAL session_replication_role = replica`);
        await this.database.run(`DELETE FROM ${name} WHERE ${condition}${free}
          AND EXISTS (SELECT FROM moving_partner m WHERE m.partner_id = ${this.partnerId} AND m.phase = '${phase}')`);
      });
    }
  }
}
