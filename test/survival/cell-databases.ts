import type { Json } from '../support/app.js';
import { databaseReader } from '../support/test-database.js';
import { PASSWORD, TestServer } from '../support/test-server.js';

export const CELLS = ['a', 'b'] as const;

/** Settings of the servers. They do not write to disk, and they replicate. */
const SERVER = {
  full_page_writes: 'off',
  max_connections: '100',
  wal_level: 'logical',
  max_wal_senders: '10',
  max_worker_processes: '16',
  max_logical_replication_workers: '8',
  max_sync_workers_per_subscription: '4',
};

/** The database of each cell, on a server of its own. */
export class CellDatabases {
  private constructor(readonly servers: readonly TestServer[]) {}

  static async start(folder: string): Promise<CellDatabases> {
    return new CellDatabases(
      await Promise.all(
        CELLS.map(async (cell) => {
          const server = await TestServer.at(folder, cell, SERVER);
          await server.initialise();
          await server.start();
          await server.query(`CREATE ROLE livery LOGIN PASSWORD '${PASSWORD}'`);
          await server.query('CREATE DATABASE livery OWNER livery');
          return server;
        }),
      ),
    );
  }

  /** The address of a cell's database, as a role. */
  urlOf(cell: number, role: 'livery' | 'super'): string {
    return this.serverOf(cell).urlOf(role, 'livery');
  }

  async kill(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
  }

  /** What moves have left in the databases: nothing once they are done. */
  async leftOver(): Promise<string[]> {
    const found = await Promise.all(
      this.servers.map((server) =>
        server.query<{ what: string }>(
          `SELECT subname AS what FROM pg_subscription UNION ALL SELECT pubname FROM pg_publication
           UNION ALL SELECT slot_name FROM pg_replication_slots
           UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'move%'
           UNION ALL SELECT 'phase ' || phase FROM moving_partner UNION ALL SELECT 'mark' FROM move_mark`,
          'livery',
        ),
      ),
    );
    return found.flat().map(({ what }) => what);
  }

  /** The number of rows of a partner in a cell, in all tables. */
  async rowsOf(cell: number, partnerId: number): Promise<number> {
    const server = this.serverOf(cell);
    const tables = await server.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE a.attname = 'partner_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname !~ '^(partner_move|moved_)'`,
      'livery',
    );
    const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name} WHERE partner_id = ${partnerId})`);
    const [row] = await server.query<{ count: string }>(`SELECT ${counts.join(' + ')} AS count`, 'livery');
    return Number(row?.count);
  }

  /** The rows of a partner in some tables of a cell: by table, the number and a digest. */
  async sums(cell: number, partnerId: number, tables: readonly string[]): Promise<Json> {
    const server = this.serverOf(cell);
    const sums = tables.map(
      (name) => `SELECT '${name}' AS name, count(*)::int AS rows,
        md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), '')) AS digest FROM ${name} t WHERE partner_id = ${partnerId}`,
    );
    return server.query(sums.join(' UNION ALL '), 'livery');
  }

  /** Runs a statement in a cell like one of its processes. Returns the number of changed rows. */
  async asService(cell: number, statement: string): Promise<number> {
    const pool = databaseReader(this.serverOf(cell).urlOf('livery', 'livery'));
    try {
      return (await pool.query(statement)).rowCount ?? 0;
    } finally {
      await pool.end();
    }
  }

  private serverOf(cell: number): TestServer {
    const server = this.servers[cell];
    if (server === undefined) throw new Error(`There is no cell ${cell}.`);
    return server;
  }
}
