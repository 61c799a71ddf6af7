import { startApp, type TestApp } from '../support/app.js';

/** Tables whose rows belong to no partner, with the reasons. */
const SHARED: Readonly<Record<string, string>> = {
  partner: 'the partners themselves: their ids are the key',
  event_key: 'callers choose the ids of events, which are unique for each company',
  lane: 'a lane writes the events of all partners',
  erasure: 'a document is erased at all partners at once',
  rate_limit: 'counters by partner or by address, in the form of the limiter',
  outbox: 'a published event belongs to no partner until it is accepted',
  cell: 'the cells of the deployment',
  cell_company: 'the cells that have partners of a company',
  cell_issuer: 'the cells that have partners with tokens of an issuer',
  migrations: 'the migrations that have run',
};
/** Uniqueness across partners, with the reasons. */
const ACROSS_PARTNERS: Readonly<Record<string, string>> = {
  api_key_by_hash: 'a key identifies its partner',
  portal_link_by_hash: 'a link identifies its partner',
  contact_token: 'a confirmation link identifies its contact',
  partner_jwt_by_issuer: 'a token identifies its partner',
  webhook_subscription_key_set: 'the name of a key set identifies its partner',
};

describe('The tables', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const tables = async () => {
    const { rows } = await app.database.query<{ name: string; key: string[] | null; partner: boolean }>(
      `SELECT c.relname AS name,
         EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'partner_id') AS partner,
         (SELECT array_agg(a.attname::text ORDER BY k.place) FROM pg_index i
            CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
          WHERE i.indrelid = c.oid AND i.indisprimary) AS key
       FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       ORDER BY name`,
    );
    return rows;
  };

  it('belong to a partner, which comes first in their keys, with few declared exceptions', async () => {
    const all = await tables();
    const others = all.filter(({ key }) => key?.[0] !== 'partner_id').map(({ name }) => name);
    expect(others).toEqual(Object.keys(SHARED).toSorted());
    expect(all.length).toBeGreaterThan(others.length + 10);
    expect(all.filter(({ name, partner }) => partner && name in SHARED)).toEqual([]);
  });

  it('are unique by partner, unless they are used to find the partner', async () => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND i.indisunique
         AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'partner_id')
         AND NOT EXISTS (SELECT FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attname = 'partner_id' AND a.attnum = ANY (i.indkey))
       ORDER BY name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ACROSS_PARTNERS).toSorted());
  });

  it('refer only to rows of the same partner', async () => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND confrelid <> 'partner'::regclass
         AND (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) <> 'partner_id'`,
    );
    expect(rows).toEqual([]);
  });
});
