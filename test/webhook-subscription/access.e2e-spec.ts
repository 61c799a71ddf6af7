import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { newSubscription, Subscriptions } from './subscriptions.js';

describe('Webhook subscriptions', () => {
  let app: TestApp;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });
  afterAll(() => app.stop());

  it('are unknown to other partners, who cannot change them', async () => {
    const created = await mine.created({ authType: 'basicauth', authData: { username: 'a', password: 'b' } });
    const before = await mine.read(created.id);
    const foreign = new Subscriptions(app, (await app.partner()).key);
    const calls = [
      ['GET', ''],
      ['PUT', '', { isActive: false }],
      ['DELETE', ''],
      ['PATCH', ''],
      ['GET', '/secret'],
      ['POST', '/secret/rotate'],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await foreign.call(method, `/${created.id}${path}`, body);
      const unknown = await foreign.call(method, `/2147483647${path}`, body);
      expect(answer.status).toBe(404);
      expect({ ...answer.body, instance: '', requestId: '' }).toEqual({
        ...unknown.body,
        instance: '',
        requestId: '',
      });
    }
    expect((await foreign.call('GET')).body).toEqual([]);
    expect(await mine.read(created.id)).toEqual(before);
    const deleted = await mine.call('DELETE', `/${created.id}`);
    expect(deleted.status).toBe(204);
    expect((await foreign.call('GET', '?deleted=true')).body).toEqual([]);
    expect((await foreign.call('PATCH', `/${created.id}`)).status).toBe(404);
  });

  it('are read with the scope read, and changed with the scope write only', async () => {
    const reader = new Subscriptions(app, (await app.partner({ scopes: ['read'] })).key);
    expect((await reader.call('GET')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '', newSubscription()],
      ['PUT', '/1', {}],
      ['DELETE', '/1'],
      ['PATCH', '/1'],
      ['POST', '/1/secret/rotate'],
      ['GET', '/1/secret'],
    ] as const) {
      expect((await reader.call(method, path, body)).status).toBe(403);
    }
    const preview = { type: 'document.sent', includePaths: [], document: {} };
    expect((await reader.call('POST', '/preview', preview)).status).toBe(200);
  });

  it('need the feature for company expenses', async () => {
    const body = newSubscription({ type: 'companyExpense.created' });
    const refused = await mine.call('POST', '', body);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'feature_missing',
      detail: expect.stringContaining('companyExpense'),
    });
    const { id } = await mine.created();
    expect((await mine.call('PUT', `/${id}`, { type: 'companyExpense.created' })).status).toBe(403);
    expect(await mine.read(id)).toMatchObject({ type: 'document.accepted' });
    const preview = { type: 'companyExpense.created', includePaths: [], document: {} };
    expect((await mine.call('POST', '/preview', preview)).status).toBe(403);

    const featured = new Subscriptions(app, (await app.partner({ features: ['companyExpense'] })).key);
    expect((await featured.call('POST', '', body)).status).toBe(201);
    expect((await featured.call('POST', '/preview', preview)).status).toBe(200);
  });
});
