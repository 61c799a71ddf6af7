import { startApp, type TestApp } from '../support/app.js';

describe('The companies of a partner', () => {
  let app: TestApp;
  let id: number;
  beforeAll(async () => void (app = await startApp()));
  beforeEach(async () => {
    ({ id } = (await app.internal('POST', '/internal/partner', { name: 'Acme' })).body);
  });
  afterAll(() => app.stop());

  const companies = async () =>
    (await app.internal('GET', `/internal/partner/${id}/company`)).body.map(
      ({ companyId }: { companyId: number }) => companyId,
    );
  const subscriptionsVersion = async (): Promise<number> =>
    (await app.database.query('SELECT subscriptions_version AS version FROM partner WHERE id = $1', [id]))
      .rows[0].version;

  it('are attached and detached, once or twice', async () => {
    for (const company of [7, 5, 5, 2_147_483_647]) {
      const answer = await app.internal('PUT', `/internal/partner/${id}/company/${company}`);
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
    }
    expect(await companies()).toEqual([5, 7, 2_147_483_647]);
    for (let i = 0; i < 2; i++) {
      expect((await app.internal('DELETE', `/internal/partner/${id}/company/5`)).status).toBe(204);
    }
    expect(await companies()).toEqual([7, 2_147_483_647]);
  });

  it('can belong to several partners', async () => {
    const other = (await app.internal('POST', '/internal/partner', { name: 'Other' })).body.id;
    await app.internal('PUT', `/internal/partner/${id}/company/9`);
    await app.internal('PUT', `/internal/partner/${other}/company/9`);
    await app.internal('DELETE', `/internal/partner/${other}/company/9`);
    expect(await companies()).toEqual([9]);
  });

  it('are listed page by page', async () => {
    for (const company of [1, 2, 3]) await app.internal('PUT', `/internal/partner/${id}/company/${company}`);
    const first = await app.internal('GET', `/internal/partner/${id}/company?limit=2`);
    expect(first.body).toEqual([
      { companyId: 1, createdAt: expect.any(String) },
      { companyId: 2, createdAt: expect.any(String) },
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await app.internal('GET', next ?? '');
    expect(second.body).toEqual([{ companyId: 3, createdAt: expect.any(String) }]);
    expect(second.headers.get('link')).toBeNull();
  });

  it.each([
    ['0', 400],
    ['x', 400],
    ['2147483648', 404],
  ])('do not include %s: %d', async (company, status) => {
    expect((await app.internal('PUT', `/internal/partner/${id}/company/${company}`)).status).toBe(status);
    expect((await app.internal('DELETE', `/internal/partner/${id}/company/${company}`)).status).toBe(status);
  });

  it('raise the subscriptions version with each change, and with nothing else', async () => {
    const versions = [await subscriptionsVersion()];
    const after = async (method: string, path: string) => {
      await app.internal(method, `/internal/partner/${id}${path}`);
      versions.push(await subscriptionsVersion());
    };
    await after('PUT', '/company/3');
    await after('PUT', '/company/3');
    await after('DELETE', '/company/3');
    await after('DELETE', '/company/3');
    await after('DELETE', '');
    await after('PATCH', '');
    await after('PATCH', '');
    expect(versions).toEqual([1, 2, 2, 3, 3, 4, 5, 5]);
  });

  it('attach in parallel without losing one or failing', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    const answers = await Promise.all(
      [...numbers, ...numbers].map((company) =>
        app.internal('PUT', `/internal/partner/${id}/company/${company}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await companies()).toEqual(numbers);
    expect(await subscriptionsVersion()).toBe(11);
  });
});
