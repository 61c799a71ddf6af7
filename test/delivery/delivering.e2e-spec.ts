import { Webhook } from 'standardwebhooks';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, deliveryOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

describe('An event that a subscription wants', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '50,50,50' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
  });

  it('arrives once: the specified body, credentials, and a signature that Standard Webhooks verifies', async () => {
    const subscription = await subscribe(app, partner, receiver, {
      includePaths: ['status', 'data.name'],
      conditions: { status: 'accepted' },
      authType: 'basicauth',
      authData: { username: 'livery', password: 'p:ß' },
    });
    await report(app, [
      eventOf(partner, { data: { status: 'denied' } }),
      eventOf(partner, { typeId: 'doc-42', createdAt: '2026-02-03T04:05:06.789Z' }),
      eventOf(partner, { type: 'document.viewed' }),
    ]);
    const { method, headers, body, json } = (await arrivalsOf(receiver, subscription.id, 1))[0]!;
    expect(method).toBe('POST');
    expect(json).toEqual({
      type: 'document.accepted',
      typeId: 'doc-42',
      source: 'webhookSubscription',
      sourceId: subscription.id,
      companyId: partner.companyId,
      createdAt: '2026-02-03T04:05:06.789Z',
      data: { status: 'accepted', data: { name: 'Offer' } },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Livery\/\d/),
      authorization: `Basic ${Buffer.from('livery:p:ß').toString('base64')}`,
    });
    expect(headers).not.toHaveProperty('accept-encoding');
    expect(headers).not.toHaveProperty('cookie');
    const { body: secret } = await app.request(
      'GET',
      `/partner/webhookSubscription/${subscription.id}/secret`,
      {
        key: partner.key,
      },
    );
    const delivered = new Webhook(secret.secret).verify(body.toString(), {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    expect(delivered).toEqual(json);

    const delivery = await deliveryOf(app, partner, subscription.id, 'succeeded');
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      subscriptionId: subscription.id,
      typeId: 'doc-42',
      attemptCount: 1,
      nextAttemptAt: null,
      lastStatus: 204,
      lastError: null,
      body: body.toString(),
      attempts: [
        {
          number: 1,
          trigger: 'automatic',
          url: receiver.url,
          status: 204,
          error: null,
          answer: { body: '', truncated: false },
        },
      ],
    });
    const log = await logOf(app, partner, '', () => true);
    expect(log).toHaveLength(1);
  });

  it('is recorded in the subscription as its last activity', async () => {
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner));
    const read = () => app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key });
    const { body } = await eventually(read, (seen) => seen.body.lastActiveAt !== null);
    expect(body.health).toMatchObject({ state: 'healthy', consecutiveFailures: 0, lastStatus: 204 });
  });

  it('is recorded even shortly after another one', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const answered = async (typeId: string) => {
      await report(app, eventOf(partner, { typeId }));
      return logOf(app, partner, `?typeId=${typeId}&status=succeeded`, (log) => log.length === 1);
    };
    await answered('first');
    const [second] = await answered('second');
    const read = () => app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await eventually(read, ({ body }) => body.lastActiveAt > second.createdAt);
  });

  it('makes a subscription healthy that failed shortly before', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const answers = [503];
    receiver.answer = () => answers.pop() ?? 204;
    await report(app, eventOf(partner));
    const read = () => app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await arrivalsOf(receiver, id, 2);
    const { body } = await eventually(read, (seen) => seen.body.lastActiveAt !== null);
    expect(body.health).toMatchObject({ state: 'healthy', consecutiveFailures: 0, lastStatus: 204 });
  });

  it('fires each matching subscription of each partner of the company, each once', async () => {
    const other = await app.partner({ companies: [partner.companyId] });
    const subscriptions = [
      await subscribe(app, partner, receiver),
      await subscribe(app, partner, receiver),
      await subscribe(app, other, receiver),
    ];
    const [accepted] = await report(app, eventOf(partner));
    expect(accepted).toMatchObject({ duplicate: false, deliveries: 3, emails: 0 });
    const arrivals = await Promise.all(subscriptions.map(({ id }) => arrivalsOf(receiver, id, 1)));
    expect(new Set(arrivals.flat().map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(await logOf(app, partner, '', () => true)).toHaveLength(2);
    expect(await logOf(app, other, '', () => true)).toHaveLength(1);
  });

  it('is accepted without any deliveries if its company has no partner', async () => {
    const [accepted] = await report(app, { ...eventOf(partner), companyId: 2_000_000_000 });
    expect(accepted).toMatchObject({ duplicate: false, deliveries: 0 });
  });

  it('counts once however often its company reports it under the same id', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const event = eventOf(partner, { id: 'evt-1' });
    const [first, second] = await report(app, [event, event]);
    expect(first).toEqual({ id: 'evt-1', duplicate: false, deliveries: 1, emails: 0 });
    expect(second).toEqual({ id: 'evt-1', duplicate: true, deliveries: 1, emails: 0 });
    expect(await report(app, event)).toEqual([second]);
    const elsewhere = await app.partner();
    expect(await report(app, { ...event, companyId: elsewhere.companyId })).toMatchObject([
      { duplicate: false },
    ]);
    await deliveryOf(app, partner, id, 'succeeded');
    expect(await logOf(app, partner, '', () => true)).toHaveLength(1);
  });

  it('counts once when reported many times concurrently', async () => {
    await subscribe(app, partner, receiver);
    const event = eventOf(partner);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(app, event)));
    expect(answers.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(answers.flat().every(({ deliveries }) => deliveries === 1)).toBe(true);
    expect(await logOf(app, partner, '?status=succeeded', (log) => log.length > 0)).toHaveLength(1);
  });

  it('is retried with the same bytes until the answer is valid', async () => {
    receiver.answer = (request) => (failures.push(request), failures.length < 3 ? 503 : 200);
    const failures: unknown[] = [];
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
    await report(app, eventOf(partner));
    const requests = await arrivalsOf(receiver, id, 3);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const delivery = await deliveryOf(app, partner, id, 'succeeded');
    expect(
      delivery.attempts.map(({ number, status, error }: Record<string, unknown>) => [number, status, error]),
    ).toEqual([
      [1, 503, 'status'],
      [2, 503, 'status'],
      [3, 200, null],
    ]);
  });

  it('does not follow a redirect, and counts it as a failure', async () => {
    receiver.answer = (request) =>
      request.path === '/' ? { status: 307, headers: { location: `${receiver.url}/moved` } } : 204;
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner));
    const [delivery] = await logOf(
      app,
      partner,
      `?subscriptionId=${id}`,
      ([first]) => first?.status === 'failed',
    );
    expect(delivery).toMatchObject({ lastStatus: 307, lastError: 'status', attemptCount: 4 });
    expect(receiver.requests.map(({ path }) => path)).not.toContain('/moved');
  });
});
