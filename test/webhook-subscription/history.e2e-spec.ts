import { RetentionService } from '../../src/operations/retention/retention.service.js';
import { deliveryOf, eventOf, report, subscribe } from '../delivery/deliveries.js';
import { ec, pem, sign } from '../partner/token-partner.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { newSubscription, Subscriptions } from './subscriptions.js';

describe('The history of a webhook subscription', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    receiver = await startReceiver({ answer: () => 500 });
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '10' });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });

  const historyOf = async (id: number, query = ''): Promise<Json[]> =>
    (await mine.call('GET', `/${id}/history${query}`)).body;
  const actionsOf = async (id: number) => (await historyOf(id)).map(({ action }: Json) => action);

  it('lists actors and changes, newest first, without secrets', async () => {
    const { id, url } = await mine.created({
      authType: 'basicauth',
      authData: { username: 'livery', password: 'first password' },
    });
    await mine.call('PUT', `/${id}`, { isActive: false, conditions: { status: 'accepted' } });
    await mine.call('PUT', `/${id}`, { isActive: false });
    await mine.call('PUT', `/${id}`, { authData: { username: 'livery', password: 'second password' } });
    await mine.call('POST', `/${id}/secret/rotate`);
    const refused = await mine.call('DELETE', `/${id}`, undefined, { 'if-match': '"1.1"' });
    expect(refused.status).toBe(412);
    await mine.call('DELETE', `/${id}`);
    await mine.call('PATCH', `/${id}`);

    const history = await historyOf(id);
    const { body: keys } = await app.internal('GET', `/internal/partner/${partner.id}/apiKey`);
    const actor = { kind: 'apiKey', id: keys[0].id, name: null };
    const entry = (action: string, before: object | null, after: object) => ({
      at: expect.stringMatching(/Z$/),
      actor,
      action,
      before,
      after,
    });
    expect(history).toEqual([
      entry('restored', { deletedReason: 'requested' }, { deletedReason: null }),
      entry('deleted', { deletedReason: null }, { deletedReason: 'requested' }),
      entry('secretRotated', {}, {}),
      entry('updated', { authData: '********' }, { authData: '********' }),
      entry(
        'updated',
        { isActive: true, conditions: null },
        { isActive: false, conditions: { status: 'accepted' } },
      ),
      entry('created', null, {
        ...newSubscription(),
        url,
        authType: 'basicauth',
        authData: '********',
        conditions: null,
        deleteWhen: 'deliveryFailed',
        maxPerSecond: null,
        ordering: 'none',
        signing: 'hmac',
        deletedReason: null,
      }),
    ]);
    const first = await mine.call('GET', `/${id}/history?limit=4`);
    const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.request('GET', next, { key: partner.key });
    expect([...first.body, ...second.body]).toEqual(history);
    expect(second.headers.get('link')).toBeNull();
  });

  it('names sessions of the console, tokens with their subject, and the service', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const link = await app.internal('POST', `/internal/partner/${partner.id}/portalLink`);
    const session = await app.request('POST', '/console/session', {
      body: { link: new URL(link.body.url).hash.replace('#link=', '') },
    });
    const inConsole = new Subscriptions(app, session.body.key);
    await inConsole.call('PUT', `/${id}`, { includePaths: ['*'] });
    await app.internal('PUT', `/internal/partner/${partner.id}/jwt`, {
      issuer: 'https://id.acme.test/',
      audience: 'livery',
      publicKey: pem(ec),
      algorithms: ['ES256'],
    });
    const token = await sign(ec, { alg: 'ES256', claims: { sub: 'ada\0\ud800' } });
    await new Subscriptions(app, token).call('PUT', `/${id}`, { includePaths: ['id'] });
    await report(app, eventOf(partner));
    await deliveryOf(app, partner, id, 'failed');
    expect(
      (await historyOf(id)).map(({ actor, action, after }) => [action, actor.kind, actor.name, after]),
    ).toEqual([
      ['deleted', 'service', null, { deletedReason: 'retries_exhausted' }],
      ['updated', 'token', 'ada\ufffd', { includePaths: ['id'] }],
      ['updated', 'console', 'Console', { includePaths: ['*'] }],
      ['created', 'apiKey', null, expect.anything()],
    ]);
    expect((await mine.call('GET', `/${id}`)).status).toBe(404);
  });

  it('keeps the last hundred changes, and fewer if they are large', async () => {
    const { id } = await mine.created();
    for (let change = 1; change <= 104; change++) {
      await mine.call('PUT', `/${id}`, { isActive: change % 2 === 0 });
    }
    const all = await historyOf(id);
    expect(all).toHaveLength(100);
    expect(all.every(({ action }) => action === 'updated')).toBe(true);
    const large = (digit: number) => ({ conditions: { status: String(digit).repeat(16_000) } });
    for (let change = 0; change < 10; change++) await mine.call('PUT', `/${id}`, large(change));
    const fewer = await historyOf(id);
    expect(fewer.length).toBeGreaterThan(5);
    expect(fewer.length).toBeLessThan(10);
    expect(fewer[0].after).toEqual(large(9));
  });

  it('is hidden from other partners, and removed long after the deletion of the subscription', async () => {
    const { id } = await mine.created();
    const others = new Subscriptions(app, (await app.partner()).key);
    expect((await others.call('GET', `/${id}/history`)).status).toBe(404);
    await mine.call('DELETE', `/${id}`);
    const retention = app.service?.get(RetentionService, { strict: false });
    await retention?.run();
    expect(await actionsOf(id)).toEqual(['deleted', 'created']);
    await app.database.query(
      `UPDATE webhook_subscription SET deleted_at = now() - interval '40 days' WHERE partner_id = $1 AND id = $2`,
      [partner.id, id],
    );
    expect((await retention?.run())?.removed).toMatchObject({ changes: 2 });
    expect(await actionsOf(id)).toEqual([]);
  });
});
