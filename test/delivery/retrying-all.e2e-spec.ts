import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, logOf, report, subscribe } from './deliveries.js';

describe('Retrying all deliveries that match', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '3600000' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
  });

  const retryAll = (query: string, body?: object, key = partner.key) =>
    app.request('POST', `/partner/delivery/retry${query}`, { key, ...(body && { body }) });

  /** Reports this many events about each document, and waits until each has been attempted. */
  async function attempted(subscriptionId: number, typeIds: readonly string[]): Promise<void> {
    await report(
      app,
      typeIds.map((typeId) => eventOf(partner, { typeId })),
    );
    await logOf(
      app,
      partner,
      `?subscriptionId=${subscriptionId}`,
      (deliveries) =>
        deliveries.length >= typeIds.length && deliveries.every(({ attemptCount }) => attemptCount > 0),
    );
  }

  it('attempts waiting and ended deliveries, and no others', async () => {
    receiver.answer = ({ json }) => (json.typeId === 'fine' ? 204 : 503);
    const { id } = await subscribe(app, partner, receiver);
    await attempted(id, ['fine', 'bad', 'bad', 'worse']);
    receiver.answer = () => 204;

    expect(await retryAll('?typeId=bad&status=pending')).toMatchObject({
      status: 202,
      body: { count: 2, hasMore: false },
    });
    await logOf(app, partner, '?typeId=bad&status=succeeded', ({ length }) => length === 2);
    expect(await retryAll('', { typeId: 'fine', subscriptionId: id })).toMatchObject({
      status: 202,
      body: { count: 1 },
    });
    const arrivals = await arrivalsOf(receiver, id, 7);
    const counts = ['fine', 'bad', 'worse'].map(
      (typeId) => arrivals.filter(({ json }) => json.typeId === typeId).length,
    );
    expect(counts).toEqual([2, 4, 1]);
  });

  it('covers more than one page', async () => {
    receiver.answer = () => 503;
    const { id } = await subscribe(app, partner, receiver);
    await attempted(
      id,
      Array.from({ length: 100 }, () => 'many'),
    );
    for (let round = 0; round < 5; round += 1) {
      await report(
        app,
        Array.from({ length: 100 }, () => eventOf(partner, { typeId: 'many' })),
      );
    }
    await arrivalsOf(receiver, id, 600);
    await logOf(
      app,
      partner,
      '?limit=500&status=pending',
      (rows) => rows.length === 500 && rows.every(({ nextAttemptAt }) => nextAttemptAt !== null),
    );
    receiver.answer = () => 204;
    const { body } = await retryAll('?status=pending');
    expect(body).toEqual({ count: 600, hasMore: false });
    await arrivalsOf(receiver, id, 1_200);
  });

  it('leaves out deliveries to subscriptions that are not active, and those of other partners', async () => {
    receiver.answer = () => 503;
    const { id } = await subscribe(app, partner, receiver);
    await attempted(id, ['one']);
    const other = await app.partner();
    expect((await retryAll('?typeId=one', undefined, other.key)).body).toEqual({ count: 0, hasMore: false });
    await app.request('PUT', `/partner/webhookSubscription/${id}`, {
      key: partner.key,
      body: { isActive: false },
    });
    expect((await retryAll('?typeId=one')).body).toEqual({ count: 0, hasMore: false });
  });

  it.each([
    ['no filter at all', '', undefined, ' required'],
    ['an empty body', '', {}, ' required'],
    ['a status that does not exist', '', { status: 'dead' }, '/status not_allowed'],
    ['an unknown member', '', { state: 'failed' }, '/state unknown_member'],
    ['a limit', '?limit=10', undefined, ' unknown_parameter'],
  ])('refuses %s', async (_, query, body, problem) => {
    const refused = await retryAll(query, body);
    const problems = refused.body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
    expect([refused.status, problems]).toEqual([400, expect.arrayContaining([problem])]);
  });
});
