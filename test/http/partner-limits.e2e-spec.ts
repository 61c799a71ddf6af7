import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const MAX = 3;

describe.each([
  ['email templates', '/partner/emailTemplate', { type: 'html', data: '<p>Hello</p>' }],
  [
    'webhook subscriptions',
    '/partner/webhookSubscription',
    { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] },
  ],
])('The number of %s', (_things, path, body) => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp({
      MAX_TEMPLATES_PER_PARTNER: String(MAX),
      MAX_SUBSCRIPTIONS_PER_PARTNER: String(MAX),
    });
  });
  beforeEach(async () => void (partner = await app.partner()));
  afterAll(() => app.stop());

  const create = () => app.request('POST', path, { key: partner.key, body });
  const call = (method: string, id: number) => app.request(method, `${path}/${id}`, { key: partner.key });

  it('is bounded, however many are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(12 - MAX);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      detail: expect.stringContaining(String(MAX)),
    });
    expect((await app.request('GET', path, { key: partner.key })).body).toHaveLength(MAX);
  });

  it('does not count deleted ones, and counts those that would be restored', async () => {
    const [first] = [(await create()).body.id, (await create()).body.id, (await create()).body.id];
    expect((await create()).status).toBe(409);
    expect((await call('DELETE', first)).status).toBe(204);
    expect((await create()).status).toBe(201);
    const refused = await call('PATCH', first);
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    const [, , present] = (await app.request('GET', path, { key: partner.key })).body;
    expect((await call('PATCH', present.id)).status).toBe(200);
    await call('DELETE', present.id);
    expect((await call('PATCH', first)).status).toBe(200);
  });

  it('applies to each partner separately', async () => {
    await Promise.all(Array.from({ length: MAX }, create));
    partner = await app.partner();
    expect((await create()).status).toBe(201);
  });
});
