import { spawnSync } from 'node:child_process';
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { codeBlock } from '../support/document-code.js';
import { type ReceivedRequest, Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, report, subscribe } from './deliveries.js';

describe('Deliveries signed with Ed25519', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let id: number;

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
    ({ id } = await subscribe(app, partner, receiver, { signing: 'ed25519' }));
  });

  const call = (method: string, path: string, body?: Json) =>
    app.request(method, `/partner/webhookSubscription/${id}${path}`, {
      key: partner.key,
      ...(body && { body }),
    });
  const secret = async (): Promise<Json> => (await call('GET', '/secret')).body;
  const keys = async (jwksUrl: string): Promise<JsonWebKey[]> => {
    const { pathname, search } = new URL(jwksUrl);
    const { status, headers, body } = await app.request('GET', pathname + search);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    return body.keys;
  };

  async function delivered(count: number): Promise<ReceivedRequest> {
    await report(app, eventOf(partner));
    const request = (await arrivalsOf(receiver, id, count)).at(-1);
    if (request === undefined) throw new Error('Nothing arrived.');
    return request;
  }

  const signaturesOf = ({ headers }: ReceivedRequest) => String(headers['webhook-signature']).split(' ');

  /** Verifies like a receiver that knows only the specification of Standard Webhooks. */
  function isVerified({ headers, body }: ReceivedRequest, signature: string, jwk: JsonWebKey): boolean {
    const [version, base64 = ''] = signature.split(',');
    const content = Buffer.concat([
      Buffer.from([headers['webhook-id'], headers['webhook-timestamp'], ''].join('.')),
      body,
    ]);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return version === 'v1a' && verify(null, content, key, Buffer.from(base64, 'base64'));
  }

  it('verify with the public key of their set, which needs no credential', async () => {
    const { jwksUrl, publicKey, secret: shared } = await secret();
    expect(shared).toBeNull();
    const [jwk, ...others] = await keys(jwksUrl);
    expect(others).toEqual([]);
    expect(publicKey).toBe(`whpk_${Buffer.from(jwk!.x!, 'base64url').toString('base64')}`);
    const request = await delivered(1);
    const [signature = '', ...more] = signaturesOf(request);
    expect(more).toEqual([]);
    expect(isVerified(request, signature, jwk!)).toBe(true);
    const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
    expect(isVerified(changed, signature, jwk!)).toBe(false);
  });

  it('are verified by the example in docs/delivery.md, which refuses what was changed', async () => {
    const set = await keys((await secret()).jwksUrl);
    const { headers, body } = await delivered(1);
    const example = await codeBlock('docs/delivery.md', 'export function isSignedWithKey');
    const program = `${example}
      import { readFileSync } from 'node:fs';
      const { headers, body, keys } = JSON.parse(readFileSync(0, 'utf8'));
      console.log(isSignedWithKey(headers, Buffer.from(body), keys));`;
    const answerFor = (text: string): string => {
      const input = JSON.stringify({ headers, body: text, keys: set });
      const options = { input, encoding: 'utf8' } as const;
      return spawnSync(process.execPath, ['--input-type=module', '-e', program], options).stdout.trim();
    };
    expect(answerFor(body.toString())).toBe('true');
    expect(answerFor(`${body.toString()} `)).toBe('false');
  });

  it('have a separate key for each subscription, sealed in the database', async () => {
    const first = await secret();
    const { rows } = await app.database.query('SELECT * FROM webhook_subscription WHERE id = $1', [id]);
    expect(rows[0].sealed_secret).not.toContain('whsk_');
    ({ id } = await subscribe(app, partner, receiver, { signing: 'ed25519' }));
    const second = await secret();
    expect(second.publicKey).not.toBe(first.publicKey);
    expect(second.jwksUrl).not.toBe(first.jwksUrl);
  });

  it('are signed with the former key too after a rotation, and both are in the set', async () => {
    const before = await secret();
    const rotated = (await call('POST', '/secret/rotate')).body;
    expect(rotated).toMatchObject({ secret: null, jwksUrl: before.jwksUrl });
    expect(rotated.publicKey).not.toBe(before.publicKey);
    expect(rotated.previousSecretUntil).not.toBeNull();
    const set = await keys(before.jwksUrl);
    expect(set).toHaveLength(2);
    const request = await delivered(1);
    const signatures = signaturesOf(request);
    expect(signatures.map((signature, place) => isVerified(request, signature, set[place]!))).toEqual([
      true,
      true,
    ]);
  });

  it('can replace a shared secret and be replaced by one, and the former key also signs', async () => {
    ({ id } = await subscribe(app, partner, receiver));
    const shared = await secret();
    expect(Object.keys(shared)).toEqual(['secret', 'previousSecretUntil']);
    const changed = await call('PUT', '', { signing: 'ed25519' });
    expect(changed.body).toMatchObject({ signing: 'ed25519' });
    const { jwksUrl } = await secret();
    const [jwk] = await keys(jwksUrl);
    const request = await delivered(1);
    const [asymmetric = '', symmetric = ''] = signaturesOf(request);
    expect(isVerified(request, asymmetric, jwk!)).toBe(true);
    expect(symmetric).toMatch(/^v1,/);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    new Webhook(shared.secret).verify(request.body, headers);
    await call('PUT', '', { signing: 'hmac' });
    expect((await secret()).secret).toMatch(/^whsec_/);
    expect(signaturesOf(await delivered(2)).map((signature) => signature.split(',', 1).join())).toEqual([
      'v1',
      'v1a',
      'v1',
    ]);
    expect(await keys(jwksUrl)).toEqual([jwk]);
  });

  it('have no key set under another name, or for a deleted subscription', async () => {
    const { pathname, search } = new URL((await secret()).jwksUrl);
    expect((await app.request('GET', pathname)).body).toMatchObject({
      status: 400,
      errors: [{ code: 'required' }],
    });
    expect((await app.request('GET', `${pathname}?set=other`)).status).toBe(404);
    await call('DELETE', '');
    expect((await app.request('GET', pathname + search)).status).toBe(404);
  });
});
