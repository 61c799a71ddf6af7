import { startApp, type Json, type TestApp } from '../support/app.js';
import { newSubscription, problemsOf, Subscriptions } from './subscriptions.js';

describe('The rules of webhook subscriptions', () => {
  let app: TestApp;
  let mine: Subscriptions;
  let existing: Json;

  beforeAll(async () => {
    app = await startApp();
    mine = new Subscriptions(app, (await app.partner()).key);
    existing = await mine.created();
  });
  afterAll(() => app.stop());

  /** Expects a refusal both on creation and on change, with nothing stored. */
  async function expectRefused(members: Json, problems: string[]): Promise<void> {
    const before = await everything();
    const created = await mine.call('POST', '', newSubscription(members));
    expect([created.status, problemsOf(created)]).toEqual([400, [...problems].sort()]);
    const changed = await mine.call('PUT', `/${existing.id}`, members);
    expect([changed.status, problemsOf(changed)]).toEqual([400, [...problems].sort()]);
    expect(await everything()).toEqual(before);
  }

  async function expectTaken(members: Json): Promise<void> {
    expect(await mine.created(members)).toMatchObject(members);
    const changed = await mine.call('PUT', `/${existing.id}`, members);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(members);
  }

  async function everything(): Promise<Json> {
    return (await app.database.query('SELECT * FROM webhook_subscription ORDER BY id')).rows;
  }

  it('name the missing members', async () => {
    const answer = await mine.call('POST', '', {});
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([
      '/includePaths required',
      '/isActive required',
      '/type required',
      '/url required',
    ]);
  });

  it('report all problems at once, also those of a changed subscription', async () => {
    const everythingWrong = {
      type: 'document.burnt',
      isActive: 'yes',
      url: 'https://127.0.0.1/',
      authType: 'basicauth',
      authData: { username: 'a:b', realm: 1 },
      includePaths: ['a..b', '*', 5],
      conditions: { 'data.name': { $in: 'x' }, 'a/~': { $like: 1 } },
      surprise: 1,
    };
    await expectRefused(everythingWrong, [
      '/type not_allowed',
      '/isActive wrong_type',
      '/url invalid_url',
      '/authData/username invalid_username',
      '/authData/password required',
      '/authData/realm unknown_member',
      '/includePaths/0 invalid_path',
      '/includePaths/1 not_allowed',
      '/includePaths/2 wrong_type',
      '/conditions/data.name/$in invalid_operand',
      '/conditions/a~1~0/$like unknown_operator',
      '/surprise unknown_member',
    ]);
  });

  it.each([
    ['type', null],
    ['type', 5],
    ['type', 'document.Accepted'],
    ['type', 'toString'],
    ['isActive', null],
    ['isActive', 1],
    ['isActive', 'true'],
    ['includePaths', null],
    ['includePaths', '*'],
    ['includePaths', { 0: 'a' }],
    ['conditions', []],
    ['conditions', 'status'],
    ['conditions', false],
    ['url', null],
    ['url', 5],
    ['deleteWhen', null],
    ['deleteWhen', 'never'],
    ['ordering', null],
    ['ordering', 'company'],
    ['signing', null],
    ['signing', 'rsa'],
    ['maxPerSecond', '5'],
    ['maxPerSecond', 1.5],
  ])('refuse for %s the value %j', async (member, value) => {
    const isChoice = ['type', 'deleteWhen', 'signing', 'ordering'].includes(member);
    const code = isChoice && typeof value === 'string' ? 'not_allowed' : 'wrong_type';
    await expectRefused({ [member]: value }, [`/${member} ${code}`]);
  });

  it.each([0, -1, 1_001])('refuse the limit of %i per second', async (maxPerSecond) => {
    await expectRefused({ maxPerSecond }, ['/maxPerSecond out_of_range']);
  });

  it.each([1, 1_000, null])('accept the limit of %s per second', async (maxPerSecond) => {
    await expectTaken({ maxPerSecond });
  });

  it.each([
    'http://hooks.partner.example/',
    'ftp://hooks.partner.example/',
    'hooks.partner.example',
    '//hooks.partner.example/',
    '',
    'https://',
    'https://user@hooks.partner.example/',
    'https://user:password@hooks.partner.example/',
    'https://hooks.partner.example/#fragment',
    'https://hooks.partner.example/#',
    'https://localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://1.1.1/',
    'https://hooks.partner.example:99999/',
    'https://hooks partner.example/',
    'https://hooks.partner.example/\nhost: evil',
    `https://hooks.partner.example/${'a'.repeat(2048 - 29)}`,
  ])('refuse the url %j', async (url) => {
    await expectRefused({ url }, ['/url invalid_url']);
  });

  it.each([
    'https://hooks.partner.example',
    'https://hooks.partner.example:8443/path?query=1&x=%20',
    'https://receiver.test/',
    'https://sub.partner.example/',
    'https://8.8.8.8/',
    `https://hooks.partner.example/${'a'.repeat(2048 - 30)}`,
  ])('accept the url %j and return it unchanged', async (url) => {
    await expectTaken({ url });
  });

  it('accept addresses that the settings allow', async () => {
    const lenient = await startApp({ WEBHOOK_EGRESS_ALLOW: '127.0.0.1:8443' });
    const theirs = new Subscriptions(lenient, (await lenient.partner()).key);
    expect((await theirs.call('POST', '', newSubscription({ url: 'https://127.0.0.1:8443/' }))).status).toBe(
      201,
    );
    expect((await theirs.call('POST', '', newSubscription({ url: 'https://127.0.0.1/' }))).status).toBe(400);
    await lenient.stop();
  });

  it.each<[Json, string[]]>([
    [{ authType: 'oauth' }, ['/authType not_allowed']],
    [{ authType: 'basicauth', authData: {} }, ['/authData/username required', '/authData/password required']],
    [{ authType: 'basicauth', authData: null }, ['/authData required']],
    [{ authType: 'basicauth' }, ['/authData required']],
    [{ authData: { username: 'a', password: 'b' } }, ['/authType required']],
    [{ authType: 'basicauth', authData: 'a:b' }, ['/authData wrong_type']],
    [{ authType: 'basicauth', authData: ['a', 'b'] }, ['/authData wrong_type']],
    [
      { authType: 'basicauth', authData: { username: 1, password: {} } },
      ['/authData/username wrong_type', '/authData/password wrong_type'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a', password: 'b', token: 'c' } },
      ['/authData/token unknown_member'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a:b', password: 'c' } },
      ['/authData/username invalid_username'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a\r\nx: y', password: 'c' } },
      ['/authData/username invalid_username'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a', password: '********' } },
      ['/authData/password not_allowed'],
    ],
  ])('refuse the credentials %j', expectRefused);

  it.each<[Json]>([
    [{ includePaths: [] }],
    [{ includePaths: ['*'] }],
    [{ includePaths: ['id', 'data.name', 'refs.*.service', 'a\\.b', 'a\\\\', '*.b', 'data', 'data.name'] }],
    [{ conditions: null }],
    [{ conditions: {} }],
    [
      {
        conditions: {
          status: 'accepted',
          'data.amount': 5,
          'a.*': null,
          b: true,
          c: [1],
          d: { e: { f: [] } },
        },
      },
    ],
    [
      {
        conditions: {
          a: { $in: ['x', 1, null, { y: 1 }] },
          b: { $nin: [false] },
          c: { $ne: null },
          d: { $exists: false },
          e: { $exists: true },
          f: { $gt: 1, $lte: 5 },
          g: { $gte: 'a', $lt: 'b' },
          h: { $startsWith: 'Offer' },
        },
      },
    ],
  ])('accept %j', expectTaken);

  it.each<[Json, string[]]>([
    [{ includePaths: ['id', '*'] }, ['/includePaths/1 not_allowed']],
    [{ includePaths: ['*', '*'] }, ['/includePaths/0 not_allowed', '/includePaths/1 not_allowed']],
    [
      { includePaths: ['', 'a.', '.a', 'a\\'] },
      [0, 1, 2, 3].map((index) => `/includePaths/${index} invalid_path`),
    ],
    [{ includePaths: Array(101).fill('a') }, ['/includePaths too_long']],
    [{ conditions: { 'a..b': 1 } }, ['/conditions/a..b invalid_path']],
    [{ conditions: { a: { $in: [] } } }, ['/conditions/a/$in invalid_operand']],
    [{ conditions: { a: { $gt: null } } }, ['/conditions/a/$gt invalid_operand']],
    [{ conditions: { a: { $exists: 'yes' } } }, ['/conditions/a/$exists invalid_operand']],
    [{ conditions: { a: { $startsWith: 5 } } }, ['/conditions/a/$startsWith invalid_operand']],
    [{ conditions: { a: { $gt: 1, b: 2 } } }, ['/conditions/a/b not_allowed']],
    [{ conditions: { a: { $where: '1' } } }, ['/conditions/a/$where unknown_operator']],
  ])('refuse %j', expectRefused);

  it('remove the credentials for authType null', async () => {
    const { id } = await mine.created({ authType: 'basicauth', authData: { username: 'a', password: 'b' } });
    const { authData } = await mine.read(id);
    const cleared = await mine.call('PUT', `/${id}`, { authType: null, authData });
    expect(cleared.status).toBe(200);
    expect(cleared.body).toMatchObject({ authType: null, authData: null });
    const { rows } = await app.database.query('SELECT * FROM webhook_subscription WHERE id = $1', [id]);
    expect(rows).toMatchObject([{ auth_type: null, sealed_auth_data: null }]);
  });

  it('keep credentials required while authType stays', async () => {
    const { id } = await mine.created({ authType: 'basicauth', authData: { username: 'a', password: 'b' } });
    const refused = await mine.call('PUT', `/${id}`, { authData: null });
    expect([refused.status, problemsOf(refused)]).toEqual([400, ['/authData required']]);
    const kept = await mine.call('PUT', `/${id}`, { authType: 'basicauth' });
    expect(kept.body).toMatchObject({ authData: { username: 'a', password: '********' } });
  });
});
