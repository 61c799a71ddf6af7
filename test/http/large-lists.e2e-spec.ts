import { startApp, type Json, type TestApp, type TestPartner } from '../support/app.js';

const MIB = 1024 * 1024;
const MAX_PAGE_BYTES = 4 * MIB;

describe('A page of a list', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => void (partner = await app.partner()));
  afterAll(() => app.stop());

  /** Every page of a list, checked for its size. */
  async function pagesOf(path: string): Promise<{ bytes: number; items: Json[] }[]> {
    const pages: { bytes: number; items: Json[] }[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const { status, text, body, headers } = await app.request('GET', next, { key: partner.key });
      expect([next, status]).toEqual([next, 200]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      const bytes = Buffer.byteLength(text);
      expect(body.length === 1 || bytes <= MAX_PAGE_BYTES).toBe(true);
      pages.push({ bytes, items: body });
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    return pages;
  }

  /** Stores templates directly, without compiling them. */
  async function store(count: number, data: string): Promise<void> {
    await app.database.query(
      `INSERT INTO email_template (partner_id, id, name, type, parser, data, version, created_at, updated_at)
       SELECT $1, nextval(pg_get_serial_sequence('email_template', 'id')), 'n', 'html', NULL, $2, 1, now(), now()
       FROM generate_series(1, $3)`,
      [partner.id, data, count],
    );
  }

  const LIST = '/partner/emailTemplate?limit=500';

  it.each([
    ['letters', 'x'],
    ['letters of two bytes', 'å'],
    ['characters that JSON escapes', '"\n'],
    ['characters that JSON escapes with six', '\u0001'],
  ])('ends before it exceeds 4 MiB of %s, and the next page continues', async (_what, unit) => {
    const data = unit.repeat(Math.floor((256 * 1024) / Buffer.byteLength(unit)));
    const perObject = Buffer.byteLength(JSON.stringify(data));
    const count = Math.ceil((2.5 * MAX_PAGE_BYTES) / perObject);
    await store(count, data);
    const pages = await pagesOf(LIST);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toHaveLength(count);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(count);
    expect(pages).toHaveLength(Math.ceil(count / Math.floor(MAX_PAGE_BYTES / (perObject + 300))));
    // As many as fit.
    for (const { bytes } of pages.slice(0, -1))
      expect(bytes + perObject + 1_000).toBeGreaterThan(MAX_PAGE_BYTES);
    expect(pages[0]?.items[0]).toMatchObject({ data, name: 'n' });
  });

  it('still ends at its limit if that comes first, and shows deleted objects on request', async () => {
    await store(5, '<p>a</p>');
    expect((await pagesOf('/partner/emailTemplate?limit=2')).map(({ items }) => items.length)).toEqual([
      2, 2, 1,
    ]);
    await app.database.query(
      `UPDATE email_template SET deleted_at = now() WHERE partner_id = $1 AND id IN
         (SELECT id FROM email_template WHERE partner_id = $1 ORDER BY id LIMIT 3)`,
      [partner.id],
    );
    expect((await pagesOf('/partner/emailTemplate?limit=2')).map(({ items }) => items.length)).toEqual([2]);
    expect(
      (await pagesOf('/partner/emailTemplate?limit=2&deleted=true')).map(({ items }) => items.length),
    ).toEqual([2, 1]);
  });

  it('has one object if that alone is larger', async () => {
    await store(1, '\u0001'.repeat(MIB));
    await store(1, '<p>a</p>');
    await store(1, '\u0001'.repeat(MIB));
    expect((await pagesOf(LIST)).map(({ items }) => items.length)).toEqual([1, 1, 1]);
  });

  it('of subscriptions ends before 4 MiB, even with older ones beyond the present limits', async () => {
    const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: ['id'] };
    const { id } = (await app.request('POST', '/partner/webhookSubscription', { key: partner.key, body }))
      .body;
    const conditions = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`data.a${index}`, '"'.repeat(1_200)]),
    );
    const paths = Array.from({ length: 100 }, (_, index) => `data.${index}${'y'.repeat(990)}`);
    await app.database.query(
      `UPDATE webhook_subscription SET conditions = $3, include_paths = $4 WHERE partner_id = $1 AND id = $2`,
      [partner.id, id, JSON.stringify(conditions), paths],
    );
    await app.database.query(
      `INSERT INTO webhook_subscription
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', nextval(pg_get_serial_sequence('webhook_subscription', 'id'))))).*
       FROM webhook_subscription s, generate_series(1, 49) WHERE s.partner_id = $1 AND s.id = $2`,
      [partner.id, id],
    );
    const pages = await pagesOf('/partner/webhookSubscription?limit=500');
    expect(pages.flatMap(({ items }) => items)).toHaveLength(50);
    expect(pages).toHaveLength(3);
    expect(pages[0]?.items[0]).toMatchObject({ id, conditions, includePaths: paths });
  });

  it('that is cut off in the middle cannot be taken for a complete answer', async () => {
    await store(20, 'x'.repeat(256 * 1024));
    // JavaScript has no such time, so the tenth object cannot be written, when others have been sent.
    await app.database.query(
      `UPDATE email_template SET created_at = 'infinity' WHERE partner_id = $1 AND id IN
         (SELECT id FROM email_template WHERE partner_id = $1 ORDER BY id OFFSET 9 LIMIT 1)`,
      [partner.id],
    );
    const response = await fetch(`${app.url}${LIST}`, {
      headers: { authorization: `Bearer ${partner.key}` },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const answer = await app.request('GET', '/partner/emailTemplate?limit=1', { key: partner.key });
    expect(answer.status).toBe(200);
  });
});
