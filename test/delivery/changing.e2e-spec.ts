import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, deliveryOf, eventOf, logOf, report, subscribe } from './deliveries.js';

describe('A subscription that changes while a delivery waits for its retry', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let id: number;

  const put = (members: Json) =>
    app.request('PUT', `/partner/webhookSubscription/${id}`, { key: partner.key, body: members });
  const retry = (deliveryId: string, key = partner.key) =>
    app.request('POST', `/partner/delivery/${deliveryId}/retry`, { key });

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '3600000,3600000' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.answer = () => 500;
    partner = await app.partner();
    ({ id } = await subscribe(app, partner, receiver, { includePaths: ['status'] }));
    await report(app, eventOf(partner));
    await logOf(app, partner, '', ([delivery]) => delivery?.attemptCount === 1);
  });

  it.each([
    ['deleted', () => app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key })],
    ['deactivated', () => put({ isActive: false })],
  ])('has it cancelled permanently when it is %s', async (_what, change) => {
    expect((await change()).status).toBeLessThan(300);
    const [delivery] = await logOf(app, partner, '', ([first]) => first?.status === 'cancelled');
    expect(delivery).toMatchObject({ nextAttemptAt: null });
    expect((await retry(delivery.id)).status).toBe(409);
    await app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await put({ isActive: true });
    expect(await logOf(app, partner, '?status=pending', () => true)).toEqual([]);
  });

  it('has it cancelled when it is due, if the partner has lost the feature for its type', async () => {
    const give = (features: readonly string[]) =>
      app.internal('PUT', `/internal/partner/${partner.id}`, { features });
    await give(['companyExpense']);
    const expenses = await subscribe(app, partner, receiver, { type: 'companyExpense.created' });
    await report(app, eventOf(partner, { type: 'companyExpense.created' }));
    const query = `?subscriptionId=${expenses.id}`;
    const [delivery] = await logOf(app, partner, query, ([first]) => first?.attemptCount === 1);
    await give([]);
    expect((await retry(delivery.id)).status).toBe(202);
    const [cancelled] = await logOf(app, partner, query, ([first]) => first?.status !== 'pending');
    expect(cancelled).toMatchObject({ status: 'cancelled', attemptCount: 1 });
    expect(await arrivalsOf(receiver, expenses.id, 1)).toHaveLength(1);
  });

  it('sends no old delivery after it is deleted and restored during an attempt', async () => {
    receiver.answer = () => ({ hang: true });
    await report(app, eventOf(partner, { typeId: 'under way' }));
    await arrivalsOf(receiver, id, 2);
    await app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
    receiver.answer = ({ json }) => (json.typeId === 'new' ? 200 : 500);
    receiver.dropConnections();
    await report(app, eventOf(partner, { typeId: 'new' }));
    const log = await logOf(app, partner, '', (all) => all.every(({ status }) => status !== 'pending'));
    expect(log.map(({ status }) => status)).toEqual(['succeeded', 'cancelled', 'cancelled']);
  });

  it('is retried at its new address and with its new credentials, with the stored body', async () => {
    await put({
      url: `${receiver.url}/new`,
      includePaths: ['*'],
      authType: 'basicauth',
      authData: { username: 'a', password: 'b' },
    });
    receiver.answer = () => 200;
    const [delivery] = await logOf(app, partner, '', () => true);
    expect(await retry(delivery.id)).toMatchObject({ status: 202, body: { id: delivery.id } });
    const [first, second] = await arrivalsOf(receiver, id, 2);
    expect(second!.path).toBe('/new');
    expect(second!.headers.authorization).toBe(`Basic ${Buffer.from('a:b').toString('base64')}`);
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    const { attempts } = await deliveryOf(app, partner, id, 'succeeded');
    expect(attempts.map(({ trigger }: Json) => trigger)).toEqual(['automatic', 'manual']);
  });

  it('continues its schedule after a retry by hand that fails', async () => {
    const [delivery] = await logOf(app, partner, '', () => true);
    await retry(delivery.id);
    const [after] = await logOf(app, partner, '', ([first]) => first?.attemptCount === 2);
    expect(after).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
  });

  it('lets a delivery that has ended be retried once more', async () => {
    receiver.answer = () => 200;
    const [delivery] = await logOf(app, partner, '', () => true);
    await retry(delivery.id);
    await deliveryOf(app, partner, id, 'succeeded');
    await retry(delivery.id);
    await arrivalsOf(receiver, id, 3);
    const [again] = await logOf(app, partner, '', ([first]) => first?.attemptCount === 3);
    expect(again).toMatchObject({ status: 'succeeded' });
  });

  it('cannot be retried or read by another partner', async () => {
    const [delivery] = await logOf(app, partner, '', () => true);
    const other = await app.partner();
    const unknown = await app.request('GET', '/partner/delivery/nothing', { key: other.key });
    const foreign = await app.request('GET', `/partner/delivery/${delivery.id}`, { key: other.key });
    expect([unknown.status, foreign.status, (await retry(delivery.id, other.key)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(foreign.body.detail).toBe(unknown.body.detail);
    expect(await logOf(app, other, '', () => true)).toEqual([]);
  });
});
