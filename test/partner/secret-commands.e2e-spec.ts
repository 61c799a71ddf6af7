import { randomBytes } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { runCommand } from '../support/command.js';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('livery secrets rotate', () => {
  const oldKey = newKey('old');
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ SECRET_KEYS: oldKey });
  });
  afterAll(() => app.stop());

  const databaseUrl = () => app.database.options.connectionString ?? '';
  const run = (keys: string, ...words: readonly string[]) =>
    runCommand(['secrets', ...words], { DATABASE_URL: databaseUrl(), SECRET_KEYS: keys }, '');

  it('encrypts every secret with the first key, so that the others can be removed', async () => {
    const { key } = await app.partner();
    const body = {
      type: 'document.sent',
      isActive: true,
      url: 'https://receiver.example/hook',
      includePaths: [],
      authType: 'basicauth',
      authData: { username: 'u', password: 'p' },
    };
    const post = { key, body, headers: { 'idempotency-key': 'once' } };
    const { id } = (await app.request('POST', '/partner/webhookSubscription', post)).body;
    await app.request('POST', `/partner/webhookSubscription/${id}/secret/rotate`, { key });
    const secret = `/partner/webhookSubscription/${id}/secret`;
    const before = (await app.request('GET', secret, { key })).body;
    const [firstKey, secondKey] = [newKey('first'), newKey('second')];

    const rotate = async (keys: string) => {
      const { code, out, err } = await run(keys, 'rotate', '--json');
      const columns: {
        table: string;
        column: string;
        resealed: number;
        current: number;
        unreadable: object[];
      }[] = JSON.parse(out);
      const sum = (count: (column: (typeof columns)[number]) => number) =>
        columns.reduce((total, column) => total + count(column), 0);
      return {
        code,
        err,
        columns: columns.map(({ table, column }) => `${table}.${column}`),
        resealed: sum(({ resealed }) => resealed),
        current: sum(({ current }) => current),
        unreadable: sum(({ unreadable }) => unreadable.length),
      };
    };
    const check = async (keys: string, ...words: string[]) => run(keys, 'check', ...words);
    const opened = async (keys: string) => {
      const { code, out } = await check(keys, '--json');
      const counts = JSON.parse(out).map((column: { opened: object }) => column.opened);
      return { code, counts: Object.assign({}, ...counts) };
    };
    expect(await opened(`${firstKey},${oldKey}`)).toEqual({ code: 0, counts: { old: 1 } });
    const rotated = await rotate(`${firstKey},${oldKey}`);
    expect(await opened(`${firstKey},${oldKey}`)).toEqual({ code: 0, counts: { first: 1 } });
    const closed = await check(secondKey);
    expect(closed).toMatchObject({
      code: 1,
      err: expect.stringContaining('4 secrets cannot be decrypted with any'),
    });
    expect(closed.out).toContain(`No key decrypts webhook_subscription.sealed_secret of row ${id}, partner `);
    expect(rotated).toMatchObject({ code: 0, err: '', resealed: 4, current: 0, unreadable: 0 });
    expect(await rotate(`${firstKey},${oldKey}`)).toMatchObject({ code: 0, resealed: 0, current: 4 });
    const lost = await rotate(secondKey);
    expect(lost).toMatchObject({ code: 1, resealed: 0, unreadable: 4 });
    expect(lost.err).toMatch('4 secrets cannot be decrypted with any of SECRET_KEYS');

    const { rows } = await app.database.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE column_name LIKE 'sealed%' AND table_schema = 'public'`,
    );
    expect(new Set(rotated.columns)).toEqual(new Set(rows.map(({ name }) => name)));

    const later = await startApp({ DATABASE_URL: databaseUrl(), SECRET_KEYS: firstKey });
    try {
      expect((await later.request('GET', secret, { key })).body).toEqual(before);
      expect((await later.request('POST', '/partner/webhookSubscription', post)).body.id).toBe(id);
    } finally {
      await later.stop();
    }
  });
});
