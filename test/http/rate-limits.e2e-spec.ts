import { randomBytes } from 'node:crypto';
import { INTERNAL_TOKEN, startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';
const EVENT = { type: 'document.sent', typeId: 'd', companyId: 1, data: {} };
const WRONG_KEY = `lvk_${'0'.repeat(32)}49CXOy`;

describe('The rate limit of a partner', () => {
  const settings = {
    RATE_LIMIT_PER_PARTNER: '3',
    SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  };
  let first: TestApp;
  let second: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    first = await startApp(settings);
    second = await startApp({ ...settings, DATABASE_URL: first.database.options.connectionString ?? '' });
  });
  beforeEach(async () => void (partner = await first.partner()));
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  it('counts across processes, and shows the remaining requests', async () => {
    const answers = [];
    for (const app of [first, second, first, second]) {
      answers.push(await app.request('GET', PATH, { key: partner.key }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"partner";q=3;w=60');
    }
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+$/, 't=…'))).toEqual([
      '"partner";r=2;t=…',
      '"partner";r=1;t=…',
      '"partner";r=0;t=…',
      '"partner";r=0;t=…',
    ]);
    const refused = answers[3]!;
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('applies to each partner separately, and is reset after a minute', async () => {
    const other = await first.partner();
    for (let count = 0; count < 4; count++) await first.request('GET', PATH, { key: partner.key });
    expect((await second.request('GET', PATH, { key: other.key })).status).toBe(200);
    await first.database.query(`UPDATE rate_limit SET expire = 0 WHERE key = $1`, [`partner:${partner.id}`]);
    expect((await second.request('GET', PATH, { key: partner.key })).status).toBe(200);
  });

  it('does not count the health, the metrics and the service routes', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      const { status, headers } = await first.request('GET', path);
      expect([path, status, headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
    for (let count = 0; count < 5; count++) {
      expect((await first.internal('GET', '/internal/partner')).status).toBe(200);
    }
  });

  it('is counted again for a repeated answer of an Idempotency-Key', async () => {
    const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] };
    const create = () =>
      first.request('POST', PATH, { key: partner.key, body, headers: { 'idempotency-key': 'one' } });
    const remaining = async () => (await create()).headers.get('ratelimit')?.replace(/;t=\d+$/, '');
    expect([await remaining(), await remaining()]).toEqual(['"partner";r=2', '"partner";r=1']);
  });
});

describe('The rate limit of an address', () => {
  const settings = { RATE_LIMIT_PER_ADDRESS: '2', TRUST_PROXY: 'loopback' };
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp(settings);
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const from = (address: string, key: string) =>
    app.request('GET', PATH, { key, headers: { 'x-forwarded-for': address } });

  it('stops an address from guessing keys, even with a good one among them', async () => {
    const guesses = [];
    for (let count = 0; count < 3; count++) guesses.push(await from('192.0.2.1', WRONG_KEY));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429]);
    const good = await from('192.0.2.1', partner.key);
    expect([good.status, good.body.code]).toEqual([429, 'rate_limited']);
    expect(good.headers.get('ratelimit-policy')).toBe('"address";q=2;w=60');
    expect(good.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await from('192.0.2.2', partner.key)).status).toBe(200);
  });

  it('counts an IPv6 network as one', async () => {
    const addresses = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3'];
    const statuses = [];
    for (const address of addresses) statuses.push((await from(address, WRONG_KEY)).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await from('2001:db8:1:2::1', WRONG_KEY)).status).toBe(401);
  });

  it('counts invalid links into the console', async () => {
    const open = () =>
      app.request('POST', '/console/session', {
        body: { link: randomBytes(32).toString('base64url') },
        headers: { 'x-forwarded-for': '192.0.2.3' },
      });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await open()).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  it.each(['/internal/partner', '/internal/event', '/metrics'])(
    'limits guesses at the token of %s, and refuses a good one among them',
    async (path) => {
      const guarded = await startApp({ ...settings, METRICS_TOKEN: INTERNAL_TOKEN });
      try {
        const call = (address: string, key: string) =>
          guarded.request(path === '/internal/event' ? 'POST' : 'GET', path, {
            key,
            headers: { 'x-forwarded-for': address },
            ...(path === '/internal/event' && { body: EVENT }),
          });
        const guesses = [];
        for (let count = 0; count < 3; count++) guesses.push(await call('192.0.2.1', WRONG_KEY));
        expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429]);
        const good = await call('192.0.2.1', INTERNAL_TOKEN);
        expect([good.status, good.body.code]).toEqual([429, 'rate_limited']);
        expect(good.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        expect((await call('192.0.2.2', INTERNAL_TOKEN)).status).toBeLessThan(300);
      } finally {
        await guarded.stop();
      }
    },
  );

  it('reads the address from a header only if a proxy is trusted', async () => {
    const direct = await startApp({ RATE_LIMIT_PER_ADDRESS: '2' });
    try {
      const statuses = [];
      for (const forged of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
        const headers = { 'x-forwarded-for': forged };
        statuses.push((await direct.request('GET', PATH, { key: WRONG_KEY, headers })).status);
      }
      expect(statuses).toEqual([401, 401, 429]);
    } finally {
      await direct.stop();
    }
  });

  it('and that of a partner can be switched off', async () => {
    const open = await startApp({ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_PARTNER: '0' });
    try {
      const known = await open.partner();
      const answer = await open.request('GET', PATH, { key: known.key });
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
      expect((await open.request('GET', PATH, { key: WRONG_KEY })).status).toBe(401);
      expect((await open.database.query('SELECT FROM rate_limit')).rowCount).toBe(0);
    } finally {
      await open.stop();
    }
  });
});
