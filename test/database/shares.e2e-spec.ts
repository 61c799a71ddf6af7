import { type Json, startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';

const REQUESTS = 10;

describe('A partner with slow list queries', () => {
  let app: TestApp;
  let greedy: TestPartner;
  let modest: TestPartner;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    greedy = await app.partner();
    modest = await app.partner();
  });
  afterAll(() => app.stop());

  const ask = (path: string, { key }: TestPartner) => app.request('GET', path, { key });
  const metric = async (name: string): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    return Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1]);
  };

  it('delays only itself, and is refused in time', async () => {
    const lock = await app.database.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE email_attempt IN ACCESS EXCLUSIVE MODE');
    let answered = 0;
    const asked = Array.from({ length: REQUESTS }, async (): Promise<TestAnswer> => {
      const answer = await ask('/partner/email?status=pending', greedy);
      answered += 1;
      return answer;
    });
    while ((await metric('livery_database_share_waiting')) < REQUESTS - 3) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await metric('livery_database_share_partners')).toBe(1);
    for (let count = 0; count < 5; count++) {
      expect((await ask('/partner/delivery', modest)).status).toBe(200);
      expect((await app.request('GET', '/health/ready')).status).toBe(200);
    }
    expect(answered).toBe(0);
    const refused = await Promise.all(asked);
    await lock.query('ROLLBACK');
    lock.release();
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: REQUESTS }, () => 503));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
    const codes: Json[] = refused.map(({ body }) => body.code);
    expect(codes).toContain('query_too_expensive');
    const given = await metric('livery_database_given_up_total{reason="statement"}');
    expect(given).toBe(codes.filter((code) => code === 'query_too_expensive').length);
    expect(given + (await metric('livery_database_given_up_total{reason="share"}'))).toBe(REQUESTS);
    expect((await ask('/partner/email?status=pending', greedy)).status).toBe(200);
  });
});
