import { createHmac } from 'node:crypto';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, deliveryOf, eventOf, logOf, report, subscribe } from './deliveries.js';

const CLIENT = { clientId: 'livery & co', clientSecret: 'p:ß &' };

describe('A delivery with credentials', () => {
  let app: TestApp;
  let receiver: Receiver;
  let tokenServer: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    tokenServer = await startReceiver();
    app = await startApp({
      ...receiver.environment,
      WEBHOOK_EGRESS_ALLOW: [receiver, tokenServer].map(({ allow }) => allow).join(','),
      WEBHOOK_RETRY_SCHEDULE: '50,50,3600000',
    });
  });

  afterAll(async () => {
    await app.stop();
    for (const server of [receiver, tokenServer]) await server.stop();
  });

  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
  });

  async function delivered(authType: string, authData: Readonly<Record<string, string>>) {
    const subscription = await subscribe(app, partner, receiver, { authType, authData });
    await report(app, eventOf(partner));
    const [request] = await arrivalsOf(receiver, subscription.id, 1);
    return { subscription, request: request! };
  }

  const failedOnce = (subscriptionId: number) =>
    logOf(app, partner, `?subscriptionId=${subscriptionId}`, ([first]) => first?.attemptCount > 0);

  it('carries a bearer token', async () => {
    const { request } = await delivered('bearer', { token: 'mF_9.B5f-4.1JqM' });
    expect(request.headers.authorization).toBe('Bearer mF_9.B5f-4.1JqM');
  });

  it('carries a secret in a header that the partner names', async () => {
    const { request } = await delivered('header', { name: 'X-Api-Key', value: 'two words' });
    expect(request.headers['x-api-key']).toBe('two words');
  });

  it.each([
    ['sha256', 'hex'],
    ['sha512', 'base64'],
  ] as const)('carries an HMAC of the exact body (%s, %s)', async (algorithm, encoding) => {
    const { request } = await delivered('hmac', { secret: 'påss', header: 'X-Sig', algorithm, encoding });
    const expected = createHmac(algorithm, 'påss').update(request.body).digest(encoding);
    expect(request.headers['x-sig']).toBe(expected);
  });

  describe('of OAuth 2.0', () => {
    const authData = () => ({ ...CLIENT, tokenUrl: `${tokenServer.url}/token`, scope: 'a b' });
    let issued: number;

    beforeEach(() => {
      issued = 0;
      tokenServer.requests.length = 0;
      tokenServer.answer = () => token(3_600);
    });

    const token = (seconds: number) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        access_token: `t-${partner.id}-${++issued}`,
        token_type: 'Bearer',
        expires_in: seconds,
      }),
    });
    const asked = () => tokenServer.requests.length;

    it('obtains one token for many deliveries', async () => {
      const subscription = await subscribe(app, partner, receiver, {
        authType: 'oauth2',
        authData: authData(),
      });
      await report(
        app,
        Array.from({ length: 20 }, () => eventOf(partner)),
      );
      const requests = await arrivalsOf(receiver, subscription.id, 20);
      const authorizations = new Set(requests.map(({ headers }) => headers.authorization));
      expect([...authorizations]).toEqual([`Bearer t-${partner.id}-1`]);
      expect(asked()).toBe(1);
      const { headers, body, method } = tokenServer.requests[0]!;
      expect([method, body.toString()]).toEqual(['POST', 'grant_type=client_credentials&scope=a+b']);
      const basic = Buffer.from('livery+%26+co:p%3A%C3%9F+%26').toString('base64');
      expect(headers).toMatchObject({
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': expect.stringMatching(/^Livery\/\d/),
      });
    });

    it('obtains a new token once when the receiver answers 401, within the same attempt', async () => {
      receiver.answer = ({ headers }) => (headers.authorization?.endsWith('-2') ? 204 : 401);
      const subscription = await subscribe(app, partner, receiver, {
        authType: 'oauth2',
        authData: { ...authData(), clientId: 'second' },
      });
      await report(app, eventOf(partner));
      const { attempts } = await deliveryOf(app, partner, subscription.id, 'succeeded');
      expect(attempts).toHaveLength(1);
      expect(asked()).toBe(2);
    });

    it('fails as auth if the token server refuses the secret, and does not reveal the secret', async () => {
      tokenServer.answer = () => ({
        status: 401,
        body: JSON.stringify({ error: 'invalid_client', error_description: CLIENT.clientSecret }),
      });
      const subscription = await subscribe(app, partner, receiver, {
        authType: 'oauth2',
        authData: { ...authData(), clientId: 'third' },
      });
      await report(app, eventOf(partner));
      const [delivery] = await failedOnce(subscription.id);
      expect(delivery).toMatchObject({ lastStatus: null, lastError: 'auth' });
      expect(JSON.stringify(delivery)).not.toContain(CLIENT.clientSecret);
      expect(receiver.requests.filter(({ json }) => json?.sourceId === subscription.id)).toEqual([]);
    });

    it.each([
      ['another host that is not public', { tokenUrl: 'https://10.0.0.1/token' }],
      ['a URL that is not https', { tokenUrl: 'http://login.partner.example/token' }],
    ])('refuses %s as tokenUrl', async (_, change) => {
      const answer = await app.request('POST', '/partner/webhookSubscription', {
        key: partner.key,
        body: {
          type: 'document.accepted',
          isActive: true,
          url: receiver.url,
          includePaths: [],
          authType: 'oauth2',
          authData: { ...authData(), ...change },
        },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/authData/tokenUrl', code: 'invalid_url' }] },
      });
    });

    it('names a bad tokenUrl of a change together with the other faults', async () => {
      const { id } = await subscribe(app, partner, receiver, { authType: 'oauth2', authData: authData() });
      const data = { clientId: '', clientSecret: 'other', tokenUrl: 'https://10.0.0.1/token' };
      const faulty = { url: 'http://x.example/', includePaths: ['*', 'a'], authData: data };
      const pointers = ['/authData/tokenUrl', '/includePaths/0', '/url'];
      for (const [body, expected] of [
        [faulty, pointers],
        [{ ...faulty, authType: 'oauth2' }, ['/authData/clientId', ...pointers]],
      ] as const) {
        const path = `/partner/webhookSubscription/${id}`;
        const { status, body: refusal } = await app.request('PUT', path, { key: partner.key, body });
        const { errors } = refusal as { readonly errors: readonly { readonly pointer: string }[] };
        expect([status, errors.map(({ pointer }) => pointer).toSorted()]).toEqual([400, expected]);
      }
    });

    it('does not send a stored secret to another token server', async () => {
      const { id } = await subscribe(app, partner, receiver, { authType: 'oauth2', authData: authData() });
      const path = `/partner/webhookSubscription/${id}`;
      const { key } = partner;
      const masked = { ...authData(), clientSecret: '********' };
      const moved = { ...masked, tokenUrl: `${receiver.url}/token` };
      const refused = await app.request('PUT', path, { key, body: { authData: moved } });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/authData/clientSecret', code: 'not_allowed' }] },
      });
      const kept = await app.request('PUT', path, { key, body: { authData: { ...masked, scope: 'c' } } });
      expect(kept).toMatchObject({ status: 200, body: { authData: { ...masked, scope: 'c' } } });
    });
  });

  it.each([
    ['bearer', { token: 'a\r\nx: y' }, '/authData/token invalid_token'],
    ['header', { name: 'Webhook-Id', value: 'x' }, '/authData/name invalid_name'],
    ['header', { name: 'Content-Length', value: 'x' }, '/authData/name invalid_name'],
    ['header', { name: 'cookie', value: 'a=b' }, '/authData/name invalid_name'],
    ['header', { name: 'X-Key', value: 'a\nb' }, '/authData/value invalid_value'],
    [
      'hmac',
      { secret: 's', header: 'host', algorithm: 'sha256', encoding: 'hex' },
      '/authData/header invalid_header',
    ],
    [
      'hmac',
      { secret: 's', header: 'X', algorithm: 'md5', encoding: 'hex' },
      '/authData/algorithm not_allowed',
    ],
    ['oauth2', { tokenUrl: 'https://x.example/', clientId: 'a' }, '/authData/clientSecret required'],
    ['mtls', { certificate: 'x', key: 'y' }, '/authData/certificate invalid_certificate'],
  ])('is refused with the pointer of the invalid member: %s %j', async (authType, authData, problem) => {
    const { status, body } = await app.request('POST', '/partner/webhookSubscription', {
      key: partner.key,
      body: {
        type: 'document.accepted',
        isActive: true,
        url: receiver.url,
        includePaths: [],
        authType,
        authData,
      },
    });
    const problems = body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
    expect([status, problems]).toEqual([400, expect.arrayContaining([problem])]);
  });
});
