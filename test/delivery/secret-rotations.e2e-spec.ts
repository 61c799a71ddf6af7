import { Webhook } from 'standardwebhooks';
import { MAX_PREVIOUS_SECRETS } from '../../src/webhook-subscription/domain/previous-secrets.js';
import { startApp, type Json, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';
import { startReceiver, type ReceivedRequest, type Receiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, eventually, report, subscribe } from './deliveries.js';

describe('A delivery after rotations of the signing secret', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let subscription: Json;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp(receiver.environment);
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    subscription = await subscribe(app, partner, receiver);
  });

  const call = (method: string, rest: string): Promise<TestAnswer> =>
    app.request(method, `/partner/webhookSubscription/${subscription.id}/secret${rest}`, {
      key: partner.key,
    });

  /** Reports an event, and returns its delivery once one arrives with this many signatures. */
  const delivered = async (signatures: number): Promise<ReceivedRequest> =>
    eventually(
      async () => {
        const { length } = await arrivalsOf(receiver, subscription.id, 0);
        await report(app, eventOf(partner));
        return (await arrivalsOf(receiver, subscription.id, length + 1)).at(-1)!;
      },
      (request) => signaturesOf(request).length === signatures,
    );

  it('is signed with every secret of the last 24 hours, the present one first', async () => {
    const secrets = [(await call('GET', '')).body.secret];
    for (let rotation = 0; rotation < 3; rotation++) {
      // Delivers in between, so that the secrets in the engine's memory have to be replaced.
      await delivered(secrets.length);
      secrets.unshift((await call('POST', '/rotate')).body.secret);
    }
    const request = await delivered(4);
    const { body } = request;
    for (const [place, secret] of secrets.entries()) {
      const webhook = new Webhook(secret);
      expect(webhook.verify(body.toString(), headersOf(request))).toEqual(request.json);
      const only = { ...headersOf(request), 'webhook-signature': signaturesOf(request)[place] ?? '' };
      expect(webhook.verify(body.toString(), only)).toEqual(request.json);
    }
  });

  it('is signed with the present secret alone once all others have ended', async () => {
    await call('POST', '/rotate');
    const { secret } = (await call('POST', '/rotate')).body;
    await delivered(3);
    // The service reads the new end with the next change of the subscription.
    await app.database.query(
      `UPDATE webhook_subscription SET previous_secret_until = now() - interval '1 ms' WHERE id = $1`,
      [subscription.id],
    );
    await app.request('PUT', `/partner/webhookSubscription/${subscription.id}`, {
      key: partner.key,
      body: { includePaths: ['id'] },
    });
    const request = await delivered(1);
    expect(new Webhook(secret).verify(request.body.toString(), headersOf(request))).toEqual(request.json);
    expect((await call('GET', '')).body).toEqual({ secret, previousSecretUntil: null });
  });

  it('keeps the secrets in use when one more rotation is refused', async () => {
    for (let rotation = 0; rotation < MAX_PREVIOUS_SECRETS; rotation++) {
      expect((await call('POST', '/rotate')).status).toBe(200);
    }
    const before = await call('GET', '');
    const refused = await call('POST', '/rotate');
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_secrets']);
    expect(refused.body.detail).toMatch(/The next rotation is possible from \d{4}-[-:.\dTZ]+\.$/);
    expect((await call('GET', '')).body).toEqual(before.body);
    await delivered(MAX_PREVIOUS_SECRETS + 1);
  });
});

function signaturesOf({ headers }: ReceivedRequest): readonly string[] {
  return String(headers['webhook-signature']).split(' ');
}

function headersOf({ headers }: ReceivedRequest): Record<string, string> {
  return {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  };
}
