import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { TestAuthority, testAuthority } from '../support/certificates.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, logOf, report, subscribe } from './deliveries.js';

describe('A delivery with mutual TLS', () => {
  let app: TestApp;
  let guarded: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    guarded = await startReceiver({ clientCa: (await testAuthority()).certificate });
    app = await startApp({ ...guarded.environment, WEBHOOK_RETRY_SCHEDULE: '50,50,3600000' });
  });

  afterAll(async () => {
    await app.stop();
    await guarded.stop();
  });

  beforeEach(async () => void (partner = await app.partner()));

  const failedOnce = (subscriptionId: number) =>
    logOf(app, partner, `?subscriptionId=${subscriptionId}`, ([first]) => first?.attemptCount > 0);

  it('presents the certificate, and never on a connection of another subscription', async () => {
    const { cert: certificate, key } = await (await testAuthority()).sign({ names: ['livery'] });
    const known = await subscribe(app, partner, guarded, {
      authType: 'mtls',
      authData: { certificate, key },
    });
    expect(known.authData).toMatchObject({ certificate, key });
    const stranger = await subscribe(app, partner, guarded);
    await report(app, [eventOf(partner), eventOf(partner)]);
    const [request] = await arrivalsOf(guarded, known.id, 2);
    expect(request?.client).toBe('livery');
    const [failed] = await failedOnce(stranger.id);
    expect(failed).toMatchObject({ lastStatus: null, lastError: 'tls' });
    expect(guarded.requests.filter(({ json }) => json?.sourceId === stranger.id)).toEqual([]);
    const read = await app.request('GET', `/partner/webhookSubscription/${known.id}`, { key: partner.key });
    expect(read.body.authData).toEqual({ certificate, key: '********' });
  });

  it('fails as tls when the receiver does not accept the certificate', async () => {
    const { cert: certificate, key } = await (await TestAuthority.make()).sign({ names: ['stranger'] });
    const { id } = await subscribe(app, partner, guarded, {
      authType: 'mtls',
      authData: { certificate, key },
    });
    await report(app, eventOf(partner));
    const [failed] = await failedOnce(id);
    expect(failed).toMatchObject({ lastStatus: null, lastError: 'tls' });
  });

  it('refuses a key that is not of the certificate', async () => {
    const authority = await testAuthority();
    const [one, other] = [await authority.sign(), await authority.sign()];
    const answer = await app.request('POST', '/partner/webhookSubscription', {
      key: partner.key,
      body: {
        type: 'document.accepted',
        isActive: true,
        url: guarded.url,
        includePaths: [],
        authType: 'mtls',
        authData: { certificate: one.cert, key: other.key },
      },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/authData/key', code: 'invalid_key' }] },
    });
  });
});
