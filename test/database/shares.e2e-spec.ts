import { type Json, startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';

const REQUESTS = 10;
const MOST_TRIES = 5;

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

  /**
   * Asks while a lock blocks every answer to the greedy partner. Returns its answers, the statuses of others in the
   * meantime, and how many of its answers came before theirs.
   */
  async function askBehindLock() {
    const lock = await app.database.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE email_attempt IN ACCESS EXCLUSIVE MODE');
    const answers: TestAnswer[] = [];
    const asked = Array.from({ length: REQUESTS }, async (): Promise<TestAnswer> => {
      const answer = await ask('/partner/email?status=pending', greedy);
      answers.push(answer);
      return answer;
    });
    while ((await metric('livery_database_share_waiting')) < REQUESTS - 3 && answers.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const partners = await metric('livery_database_share_partners');
    const others: number[] = [];
    for (let count = 0; count < 5; count++) {
      others.push((await ask('/partner/delivery', modest)).status);
      others.push((await app.request('GET', '/health/ready')).status);
    }
    const early = answers.length;
    const refused = await Promise.all(asked);
    await lock.query('ROLLBACK');
    lock.release();
    return { refused, partners, others: new Set(others), early };
  }

  it('delays only itself, and is refused in time', async () => {
    let tries = 1;
    let seen = await askBehindLock();
    // The greedy partner is refused after five seconds. A busy machine may stall for as long.
    for (; (seen.early > 0 || seen.others.size > 1) && tries < MOST_TRIES; tries++)
      seen = await askBehindLock();
    const { refused, partners, others, early } = seen;
    expect({ partners, others, early }).toEqual({ partners: 1, others: new Set([200]), early: 0 });
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: REQUESTS }, () => 503));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
    const codes: Json[] = refused.map(({ body }) => body.code);
    expect(codes).toContain('query_too_expensive');
    const given = await metric('livery_database_given_up_total{reason="statement"}');
    expect(given).toBeGreaterThanOrEqual(codes.filter((code) => code === 'query_too_expensive').length);
    expect(given + (await metric('livery_database_given_up_total{reason="share"}'))).toBe(tries * REQUESTS);
    expect((await ask('/partner/email?status=pending', greedy)).status).toBe(200);
  });
});
