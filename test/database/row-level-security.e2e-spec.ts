import { once } from 'node:events';
import { Client } from 'pg';
import { PartnerDatabase } from '../../src/database/partner-database.js';
import { isDatabaseAway } from '../../src/shared/http/database-away.js';
import { startApp, type TestApp } from '../support/app.js';

/** A table or partition whose rows belong to partners, and the column with the partner's id. */
interface PartnerTable {
  readonly name: string;
  readonly column: string;
  readonly isPartition: boolean;
}

/** Far ahead, so that background jobs do not remove rows as old. */
const FUTURE = new Date('2100-01-01T00:00:00Z');

const MINE = 1;
const THEIRS = 2;

/** A value of a type, for each partner. All ids are 1, so a row refers to the partner’s first objects. */
const VALUE_OF_TYPE: Readonly<Record<string, (partnerId: number) => unknown>> = {
  boolean: () => false,
  bytea: (partnerId) => Buffer.from([partnerId]),
  integer: () => 1,
  'integer[]': () => [],
  json: () => '{}',
  smallint: () => 1,
  'smallint[]': () => [],
  text: (partnerId) => `of ${partnerId}`,
  'text[]': () => ['companyExpense'],
  'timestamp(3) with time zone': () => FUTURE,
  'timestamp with time zone': () => FUTURE,
  uuid: (partnerId) => `00000000-0000-7000-8000-00000000000${partnerId}`,
};

describe('Row-level security', () => {
  let app: TestApp;
  let partners: PartnerDatabase;
  /** A session of the service's role that has not named a partner. */
  let unnamed: Client;
  let tables: readonly PartnerTable[];

  beforeAll(async () => {
    // Without a worker, which would attempt what the rows below describe as waiting.
    app = await startApp({ ROLES: 'api' });
    if (app.service === undefined) throw new Error('The service runs in this process.');
    partners = app.service.get(PartnerDatabase, { strict: false });
    unnamed = new Client({ connectionString: app.database.options.connectionString ?? '' });
    await unnamed.connect();
    tables = await partnerTables();
    for (const partnerId of [MINE, THEIRS]) await fill(partnerId);
  });
  afterAll(async () => {
    await unnamed.end();
    await app.stop();
  });

  /** From the catalogue, so that tables added later are included. Referenced tables come first. */
  async function partnerTables(): Promise<PartnerTable[]> {
    const { rows } = await app.database.query<PartnerTable>(
      `SELECT c.relname AS name, a.attname AS column, c.relispartition AS "isPartition"
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
         AND a.attname = CASE c.relname WHEN 'partner' THEN 'id' ELSE 'partner_id' END
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       ORDER BY c.relname <> 'partner', c.relname <> 'email_template', c.relname`,
    );
    return rows;
  }

  /** Inserts a row of the partner into every table. */
  async function fill(partnerId: number): Promise<void> {
    for (const { name, column: partnerColumn, isPartition } of tables) {
      if (isPartition) continue;
      const { rows: columns } = await app.database.query<{ name: string; type: string }>(
        `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull AND attgenerated = ''`,
        [name],
      );
      const values = columns.map(({ name: column, type }) =>
        column === partnerColumn ? partnerId : VALUE_OF_TYPE[type]?.(partnerId),
      );
      await app.database.query(
        `INSERT INTO ${name} (${columns.map((column) => column.name).join()})
         VALUES (${columns.map((_, index) => `$${index + 1}`).join()})`,
        values,
      );
    }
  }

  /** The partners that have rows in each table. */
  async function seen(query: (sql: string) => Promise<{ of: number }[]>): Promise<Record<string, number[]>> {
    const found: Record<string, number[]> = {};
    for (const { name, column } of tables) {
      const rows = await query(`SELECT DISTINCT ${column} AS of FROM ${name} ORDER BY of`);
      if (rows.length > 0) found[name] = rows.map((row) => row.of);
    }
    return found;
  }

  const filled = () => tables.filter(({ name, isPartition }) => !isPartition || name.endsWith('_default'));
  const everywhere = (whose: number[]) => Object.fromEntries(filled().map(({ name }) => [name, whose]));

  it('is forced on every table and partition of partners, by one policy', async () => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid
       WHERE c.relrowsecurity AND c.relforcerowsecurity AND p.polcmd = '*' AND p.polpermissive
       ORDER BY name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(tables.map(({ name }) => name).toSorted());
    expect(tables.some(({ name }) => /^event_\d{8}$/.test(name))).toBe(true);
  });

  it('applies to every view, and no function bypasses it', async () => {
    const { rows: views } = await app.database.query<{ name: string; options: string[] | null }>(
      `SELECT relname AS name, reloptions AS options FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')`,
    );
    expect(views.length).toBeGreaterThan(0);
    for (const { name, options } of views) {
      expect([name, options]).toEqual([name, ['security_invoker=true']]);
      const { rows } = await app.database.query(`SELECT FROM ${name}`);
      const { rows: unseen } = await unnamed.query(`SELECT FROM ${name}`);
      // The subscriptions of these tests are not active.
      expect([name, rows.length > 0, unseen.length]).toEqual([name, name !== 'live_subscription', 0]);
    }
    const { rows: functions } = await app.database.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`,
    );
    expect(functions).toEqual([]);
  });

  it('lets the engine and the operators see every partner', async () => {
    expect(await seen(async (sql) => (await app.database.query(sql)).rows)).toEqual(
      everywhere([MINE, THEIRS]),
    );
    expect(await partners.ofEvery((rows) => seen((sql) => rows.query(sql)))).toEqual(
      everywhere([MINE, THEIRS]),
    );
  });

  it('shows nothing to a query without its partner, and lets it change nothing', async () => {
    expect(await seen(async (sql) => (await unnamed.query(sql)).rows)).toEqual({});
    for (const { name, column } of tables) {
      const { rowCount: updated } = await unnamed.query(`UPDATE ${name} SET ${column} = ${column}`);
      const { rowCount: deleted } = await unnamed.query(`DELETE FROM ${name}`);
      expect([name, updated, deleted]).toEqual([name, 0, 0]);
    }
    await expect(unnamed.query(`INSERT INTO partner SELECT * FROM partner`)).resolves.toMatchObject({
      rowCount: 0,
    });
  });

  it('shows a partner its own rows, whatever a query asks for', async () => {
    expect(await partners.of(MINE, (rows) => seen((sql) => rows.query(sql)))).toEqual(everywhere([MINE]));
    for (const { name, column } of filled()) {
      const found = await partners.of(MINE, (rows) =>
        rows.query(`SELECT FROM ${name} WHERE ${column} = ${THEIRS} OR true`),
      );
      expect([name, found.length]).toEqual([name, 1]);
    }
  });

  it('lets a partner neither change nor insert rows of another', async () => {
    for (const { name, column } of filled()) {
      const changed = await partners.of(MINE, (rows) =>
        rows.query<[unknown[], number]>(
          `UPDATE ${name} SET ${column} = ${column} WHERE ${column} = ${THEIRS}`,
        ),
      );
      expect([name, changed]).toEqual([name, [[], 0]]);
      const given = partners.of(MINE, (rows) => rows.query(`UPDATE ${name} SET ${column} = ${THEIRS}`));
      await expect(given).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('resets the partner at the end of its transaction', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () =>
        partners.of(MINE, (rows) => rows.query('SELECT pg_backend_pid() AS pid')),
      ),
    );
    const { rows } = await partners.pool.query(
      'SELECT pg_backend_pid() AS pid, (SELECT count(*) FROM partner)',
    );
    expect(sessions.flat()).toContainEqual({ pid: rows[0].pid });
    expect(rows[0].count).toBe(0);
  });

  it('reports an unreachable database if a connection breaks between two queries', async () => {
    const broken = partners.of(MINE, async (rows) => {
      const [{ pid }] = await rows.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      const removed = once(partners.pool, 'remove');
      await app.database.query('SELECT pg_terminate_backend($1)', [pid]);
      await removed;
      await rows.query('SELECT');
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
  });
});
