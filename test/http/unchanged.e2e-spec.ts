import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

/** An object that PUT changes, and bodies of a PUT that change nothing. */
interface Unchanged {
  readonly path: string;
  readonly bodies: readonly Json[];
}

describe('A PUT that changes nothing', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner({ features: ['companyExpense'] });
  });
  afterAll(() => app.stop());

  const call = (method: string, path: string, body?: Json) =>
    path.startsWith('/internal')
      ? app.internal(method, path, body)
      : app.request(method, path, { key: partner.key, ...(body !== undefined && { body }) });

  async function expectUnchanged(table: string, { path, bodies }: Unchanged): Promise<void> {
    const rows = async () => (await app.database.query(`SELECT *, xmin FROM ${table}`)).rows;
    const read = async () => (await call('GET', path)).body;
    const [before, present] = [await rows(), await read()];
    const tags = new Set<string | null>();
    for (const body of [...bodies, present]) {
      const answer = await call('PUT', path, body);
      expect([body, answer.status]).toEqual([body, 200]);
      tags.add(answer.headers.get('etag'));
    }
    expect(tags.size).toBe(1);
    expect(await read()).toEqual(present);
    expect(await rows()).toEqual(before);
  }

  it('does not change an email template and its versions, 55 times over', async () => {
    const body = { name: 'N', type: 'html', parser: 'hbs', data: '<p>{{year}}</p>' };
    const { id } = (await call('POST', '/partner/emailTemplate', body)).body;
    const path = `/partner/emailTemplate/${id}`;
    await call('PUT', path, { name: 'M' });
    const versions = (await call('GET', `${path}/versions`)).body;
    expect(versions).toHaveLength(2);
    const same = Array.from({ length: 53 }, () => ({ ...body, name: 'M' }));
    await expectUnchanged('email_template', { path, bodies: [...same, {}, { name: 'M' }] });
    expect((await call('GET', `${path}/versions`)).body).toEqual(versions);
  });

  it('creates no version when a template is restored to its present content', async () => {
    const body = { type: 'html', data: '<p>a</p>' };
    const { id } = (await call('POST', '/partner/emailTemplate', body)).body;
    const path = `/partner/emailTemplate/${id}`;
    expect((await call('POST', `${path}/versions/1/restore`)).status).toBe(200);
    expect((await call('GET', `${path}/versions`)).body).toHaveLength(1);
  });

  it('does not change a subscription and the subscriptions version, 55 times over', async () => {
    const credentials = { username: 'ada', password: 'secret of ada' };
    const body = {
      type: 'document.sent',
      isActive: true,
      url: 'https://a.example/',
      authType: 'basicauth',
      authData: credentials,
      includePaths: ['id', 'data.name'],
      conditions: { status: 'sent', amount: { $gt: 1.5 } },
    };
    const { id } = (await call('POST', '/partner/webhookSubscription', body)).body;
    const path = `/partner/webhookSubscription/${id}`;
    const version = async () =>
      (await app.database.query('SELECT subscriptions_version FROM partner WHERE id = $1', [partner.id]))
        .rows;
    const before = await version();
    const same = Array.from({ length: 50 }, () => body);
    await expectUnchanged('webhook_subscription', {
      path,
      bodies: [
        ...same,
        {},
        { isActive: true },
        { authData: credentials },
        { authType: 'basicauth' },
        { conditions: body.conditions },
        { deleteWhen: 'deliveryFailed' },
        { maxPerSecond: null },
        { ordering: 'none' },
        { signing: 'hmac' },
      ],
    });
    expect(await version()).toEqual(before);
  });

  it.each([
    ['another password', { authData: { username: 'ada', password: 'new' } }],
    ['another order of paths', { includePaths: ['data.name', 'id'] }],
    ['no conditions', { conditions: null }],
    ['another rule of deletion', { deleteWhen: 'endpointFailed' }],
    ['a limit per second', { maxPerSecond: 5 }],
    ['another order', { ordering: 'document' }],
    ['another way of signing', { signing: 'ed25519' }],
    ['another value in a condition', { conditions: { status: 'accepted' } }],
  ])('is not one with %s', async (_what, change) => {
    const created = await call('POST', '/partner/webhookSubscription', {
      type: 'document.sent',
      isActive: true,
      url: 'https://a.example/',
      authType: 'basicauth',
      authData: { username: 'ada', password: 'old' },
      includePaths: ['id', 'data.name'],
      conditions: { status: 'sent' },
    });
    const changed = await call('PUT', `/partner/webhookSubscription/${created.body.id}`, change);
    expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
  });

  it('does not change an assignment', async () => {
    const { id } = (await call('POST', '/partner/emailTemplate', { type: 'html', data: '<p>a</p>' })).body;
    const assign = () => call('PUT', '/partner/emailTemplateAssignment/document', { templateId: id });
    const first = await assign();
    expect(await assign()).toMatchObject({ status: 200, body: first.body });
    expect((await assign()).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('does not change a partner', async () => {
    const features = ['companyExpense', 'companyExpense'];
    await expectUnchanged('partner', {
      path: `/internal/partner/${partner.id}`,
      bodies: [{}, { name: 'Test partner' }, { features }],
    });
  });

  it('does not change a JWT setting', async () => {
    const path = `/internal/partner/${partner.id}/jwt`;
    const jwksUrl = 'https://id.example/keys';
    const body = { issuer: 'https://id.example', audience: 'livery', jwksUrl, algorithms: ['RS256'] };
    expect((await call('PUT', path, body)).status).toBe(201);
    await expectUnchanged('partner_jwt', { path, bodies: [body, { ...body, publicKey: null }] });
  });
});
