import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

describe('A delivery that uses up all its retries', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let id: number;
  let failLastAttempt: () => void;

  const subscription = async (): Promise<Json> => {
    const { rows } = await app.database.query('SELECT * FROM webhook_subscription WHERE id = $1', [id]);
    return rows[0];
  };
  const subscriptionsVersion = async (): Promise<number> => {
    const { rows } = await app.database.query<{ version: number }>(
      'SELECT subscriptions_version AS version FROM partner WHERE id = $1',
      [partner.id],
    );
    return rows[0]!.version;
  };
  const change = (method: string, body?: Json) =>
    app.request(method, `/partner/webhookSubscription/${id}`, { key: partner.key, ...(body && { body }) });
  /** Reports an event, and waits until the last attempt of its delivery is in flight. */
  const reachLastAttempt = async () => {
    await report(app, eventOf(partner));
    await arrivalsOf(receiver, id, 2);
  };
  const ended = (count: number) =>
    logOf(app, partner, '', (log) => log.length === count && log.every(({ status }) => status !== 'pending'));

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '30' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    const failed = new Promise<void>((resolve) => (failLastAttempt = resolve));
    let attempts = 0;
    receiver.answer = () => ((attempts += 1) === 1 ? 500 : { status: 500, after: failed });
    partner = await app.partner();
    ({ id } = await subscribe(app, partner, receiver, {
      includePaths: ['status'],
      conditions: { status: 'accepted' },
      authType: 'basicauth',
      authData: { username: 'a', password: 'b' },
    }));
  });

  it('deletes its subscription as WebhookSubscription.exhausted does, and changes nothing else of it', async () => {
    await reachLastAttempt();
    const before = await subscription();
    const version = await subscriptionsVersion();
    failLastAttempt();
    await ended(1);
    const after = await subscription();
    expect(after).toEqual({
      ...before,
      version: before.version + 1,
      updated_at: after.deleted_at,
      deleted_at: expect.any(Date),
      deleted_reason: 'retries_exhausted',
    });
    expect(after.deleted_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
    expect(await subscriptionsVersion()).toBe(version + 1);
  });

  it('deletes it once, however many deliveries use up theirs', async () => {
    const before = await subscription();
    receiver.answer = () => 500;
    await report(
      app,
      Array.from({ length: 20 }, () => eventOf(partner)),
    );
    const log = await ended(20);
    expect(log.map(({ status }) => status)).toContain('failed');
    expect(await subscription()).toMatchObject({
      version: before.version + 1,
      deleted_reason: 'retries_exhausted',
    });
  });

  it.each([
    ['deactivated', async () => void (await change('PUT', { isActive: false }))],
    ['deleted by its partner', async () => void (await change('DELETE'))],
    [
      'deleted and restored',
      async () => {
        await change('DELETE');
        await change('PATCH');
      },
    ],
    [
      'deactivated and activated',
      async () => {
        await change('PUT', { isActive: false });
        await change('PUT', { isActive: true });
      },
    ],
  ])('does not change a subscription that was %s during the last attempt', async (_change, make) => {
    await reachLastAttempt();
    await make();
    const before = await subscription();
    const version = await subscriptionsVersion();
    failLastAttempt();
    const [delivery] = await ended(1);
    expect(delivery.attemptCount).toBe(2);
    expect(await subscription()).toEqual(before);
    expect(await subscriptionsVersion()).toBe(version);
  });

  it('spares a subscription with endpointFailed that has answered another delivery since its first attempt', async () => {
    await change('PUT', { deleteWhen: 'endpointFailed' });
    const first = receiver.answer;
    receiver.answer = (request, n) => (request.json.typeId === 'well' ? 204 : first(request, n));
    await reachLastAttempt();
    await report(app, eventOf(partner, { typeId: 'well' }));
    await logOf(app, partner, '?status=succeeded', (log) => log.length === 1);
    failLastAttempt();
    const log = await ended(2);
    expect(log.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    // Health is written a moment after the log.
    const read = await eventually(
      () => change('GET'),
      ({ body }) => body.health.consecutiveFailures > 0,
    );
    expect(read.body).toMatchObject({
      deleteWhen: 'endpointFailed',
      health: { state: 'failing', consecutiveFailures: 1, willBeDeletedAt: null },
    });
    // The next one has no valid answer after its first attempt.
    receiver.answer = () => 500;
    await report(app, eventOf(partner));
    await ended(3);
    expect(await subscription()).toMatchObject({
      delete_when: 'endpointFailed',
      deleted_reason: 'retries_exhausted',
    });
    expect((await change('PATCH')).body).toMatchObject({ deleteWhen: 'endpointFailed' });
  });

  it('deletes a subscription that its partner changed during the last attempt, with the change', async () => {
    await reachLastAttempt();
    await change('PUT', { includePaths: ['id'] });
    const before = await subscription();
    failLastAttempt();
    await ended(1);
    expect(await subscription()).toMatchObject({
      version: before.version + 1,
      include_paths: ['id'],
      deleted_reason: 'retries_exhausted',
    });
  });
});
