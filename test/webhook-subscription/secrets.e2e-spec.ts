import { startApp, type Json, type TestApp, type TestPartner } from '../support/app.js';
import { newSubscription, Subscriptions } from './subscriptions.js';

const PASSWORD = 'correct horse battery staple';
const AUTH = { authType: 'basicauth', authData: { username: 'ada', password: PASSWORD } };
const MASKED = { username: 'ada', password: '********' };
const URL_OF = 'https://hooks.partner.example/livery';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe('The secrets of webhook subscriptions', () => {
  let app: TestApp;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });
  afterAll(() => app.stop());

  async function row(id: number): Promise<Json> {
    return (await app.database.query('SELECT * FROM webhook_subscription WHERE id = $1', [id])).rows[0];
  }

  async function secretOf(id: number): Promise<string> {
    return (await mine.call('GET', `/${id}/secret`)).body.secret;
  }

  it('show a password in the answer to the call that set it, and nowhere else', async () => {
    const created = await mine.created(AUTH);
    expect(created.authData).toEqual(AUTH.authData);
    const { id } = created;
    expect((await mine.read(id)).authData).toEqual(MASKED);
    const unrelated = await mine.call('PUT', `/${id}`, { isActive: false });
    expect(unrelated.body.authData).toEqual(MASKED);
    const keeping = await mine.call('PUT', `/${id}`, { authData: { username: 'ada', password: '********' } });
    expect(keeping.body.authData).toEqual(MASKED);
    const changed = await mine.call('PUT', `/${id}`, { authData: { username: 'ada', password: 'new' } });
    expect(changed.body.authData).toEqual({ username: 'ada', password: 'new' });
    await mine.call('DELETE', `/${id}`);
    for (const query of ['', '?deleted=true']) {
      const list = await mine.call('GET', query);
      expect(list.text).not.toContain(PASSWORD);
      expect(list.text).not.toContain('"new"');
    }
    expect((await mine.call('PATCH', `/${id}`)).body.authData).toEqual(MASKED);
  });

  it('keep the stored password if the mask is sent, even with another user name', async () => {
    const lenient = await startApp({ AUTH_DATA_ON_READ: 'full' });
    const theirs = new Subscriptions(lenient, (await lenient.partner()).key);
    const { id } = await theirs.created(AUTH);
    const changed = await theirs.call('PUT', `/${id}`, {
      authData: { username: 'grace', password: '********' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ authData: { username: 'grace', password: PASSWORD } });
    expect(await theirs.read(id)).toMatchObject({ authData: { username: 'grace', password: PASSWORD } });
    expect((await theirs.call('GET')).body).toMatchObject([{ authData: { password: PASSWORD } }]);
    await lenient.stop();
  });

  it('are sealed in the table', async () => {
    const { id } = await mine.created(AUTH);
    const first = await secretOf(id);
    await mine.call('POST', `/${id}/secret/rotate`);
    const second = await secretOf(id);
    const stored = await row(id);
    for (const column of ['sealed_auth_data', 'sealed_secret', 'sealed_previous_secret']) {
      expect(stored[column]).toEqual(expect.any(String));
    }
    const dump = JSON.stringify(stored);
    for (const clear of [PASSWORD, 'ada', first, second]) {
      expect(dump).not.toContain(clear);
      expect(dump).not.toContain(Buffer.from(clear).toString('base64').slice(0, 16));
      expect(dump).not.toContain(clear.replace('whsec_', '').slice(0, 16));
    }
  });

  it('are sealed separately for each subscription, and open only in their own row and column', async () => {
    const one = await mine.created(AUTH);
    const other = await mine.created(AUTH);
    const [stored, foreign] = [await row(one.id), await row(other.id)];
    expect(stored.sealed_auth_data).not.toBe(foreign.sealed_auth_data);
    const first = await secretOf(one.id);
    expect(first).not.toBe(await secretOf(other.id));
    await app.database.query(
      'UPDATE webhook_subscription SET sealed_secret = $2, sealed_auth_data = $3 WHERE id = $1',
      [one.id, foreign.sealed_secret, foreign.sealed_auth_data],
    );
    const answer = await mine.call('GET', `/${one.id}/secret`);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('sealed');
    // It can still be read, listed and given new credentials.
    expect((await mine.read(one.id)).authData).toEqual({ username: '********', password: '********' });
    expect((await mine.call('GET')).status).toBe(200);
    expect((await mine.call('PUT', `/${one.id}`, { isActive: false })).status).toBe(200);
    expect((await mine.call('PUT', `/${one.id}`, { authData: MASKED })).status).toBe(400);
    expect((await mine.call('PUT', `/${one.id}`, { authData: AUTH.authData })).status).toBe(200);
    expect((await mine.read(one.id)).authData).toEqual(MASKED);
  });

  it('differ for each subscription, and stay the same when it changes', async () => {
    const { id } = await mine.created();
    const answer = await mine.call('GET', `/${id}/secret`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ secret: expect.stringMatching(SECRET), previousSecretUntil: null });
    await mine.call('PUT', `/${id}`, { url: 'https://other.example/' });
    await mine.call('DELETE', `/${id}`);
    await mine.call('PATCH', `/${id}`);
    expect(await secretOf(id)).toBe(answer.body.secret);
  });

  it('are replaced by a rotation, after which the old one also signs for 24 hours', async () => {
    const { id } = await mine.created();
    const old = await secretOf(id);
    const before = Date.now();
    const rotated = await mine.call('POST', `/${id}/secret/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(SECRET);
    expect(rotated.body.secret).not.toBe(old);
    const until = Date.parse(rotated.body.previousSecretUntil) - 24 * 3_600_000;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
    expect((await mine.call('GET', `/${id}/secret`)).body).toEqual(rotated.body);
  });

  it('are in no answer about the subscription itself', async () => {
    const { id } = await mine.created(AUTH);
    const secret = await secretOf(id);
    expect(JSON.stringify(await mine.read(id))).not.toContain(secret);
    expect((await mine.call('PUT', `/${id}`, newSubscription())).text).not.toContain(secret);
    expect((await mine.call('GET')).text).not.toContain(secret);
  });
});

describe('Stored credentials', () => {
  let app: TestApp;
  let mine: Subscriptions;
  let id: number;

  const start = async (settings: Partial<Record<string, string>> = {}) => {
    app = await startApp(settings);
    mine = new Subscriptions(app, (await app.partner()).key);
    ({ id } = await mine.created({ ...AUTH, url: URL_OF }));
  };
  afterEach(() => app.stop());

  it('are kept for another URL by default', async () => {
    await start();
    const moved = await mine.call('PUT', `/${id}`, { url: 'https://other.example/' });
    expect([moved.status, moved.body.authData]).toEqual([200, MASKED]);
  });

  it('must be given again for another origin if CREDENTIALS_FOLLOW_URL is off', async () => {
    await start({ CREDENTIALS_FOLLOW_URL: 'off' });
    const before = await mine.read(id);
    for (const members of [
      { url: 'https://other.example/livery' },
      { url: 'https://hooks.partner.example:8443/livery' },
      { url: 'https://other.example/', authType: 'basicauth' },
      { url: 'https://other.example/', authData: MASKED },
      { ...before, url: 'https://other.example/' },
    ]) {
      const answer = await mine.call('PUT', `/${id}`, members);
      expect([answer.status, answer.body.code]).toEqual([422, 'credentials_required']);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: '/authData', code: 'credentials_required' }),
      ]);
    }
    expect(await mine.read(id)).toEqual(before);

    const sameOrigin = await mine.call('PUT', `/${id}`, {
      url: 'https://HOOKS.partner.example:443/elsewhere?a=1',
      authData: MASKED,
    });
    expect([sameOrigin.status, sameOrigin.body.authData]).toEqual([200, MASKED]);
    const anew = { username: 'ada', password: 'another one' };
    const given = await mine.call('PUT', `/${id}`, { url: 'https://other.example/', authData: anew });
    expect([given.status, given.body.authData]).toEqual([200, anew]);
    const cleared = await mine.call('PUT', `/${id}`, { url: 'https://third.example/', authType: null });
    expect(cleared.body).toMatchObject({ url: 'https://third.example/', authType: null, authData: null });
    expect((await mine.call('PUT', `/${id}`, { url: URL_OF })).status).toBe(200);
  });

  it('that are invalid are refused with any URL', async () => {
    await start({ CREDENTIALS_FOLLOW_URL: 'off' });
    const answer = await mine.call('PUT', `/${id}`, { url: 'https://other.example/', authData: {} });
    expect(answer.status).toBe(400);
  });
});
