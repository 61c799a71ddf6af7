import { eventType } from '../../src/event/domain/event-types.js';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, deliveryOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

describe('A subscription whose receiver is dead', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  const deletedOnes = () =>
    app.request('GET', '/partner/webhookSubscription?deleted=true', { key: partner.key });
  const undo = (id: number) =>
    app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
  const recover = (id: number, body: Json) =>
    app.request('POST', `/partner/webhookSubscription/${id}/recover`, { key: partner.key, body });

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '30,40,50' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.answer = () => 500;
    partner = await app.partner();
  });

  it('is deleted with its last failed attempt, and not triggered again', async () => {
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner));
    const { body: deleted } = await eventually(deletedOnes, ({ body }) => body.length > 0);
    expect(deleted).toMatchObject([{ id, deletedReason: 'retries_exhausted' }]);
    const { body: list } = await app.request('GET', '/partner/webhookSubscription', { key: partner.key });
    expect(list).toEqual([]);
    expect(await logOf(app, partner, '', () => true)).toMatchObject([
      { status: 'failed', attemptCount: 4, nextAttemptAt: null },
    ]);
    const [after] = await report(app, eventOf(partner));
    expect(after).toMatchObject({ deliveries: 0 });
  });

  it('has its other pending deliveries cancelled at the same moment', async () => {
    await subscribe(app, partner, receiver);
    let fail = (): void => undefined;
    const after = new Promise<void>((resolve) => (fail = resolve));
    receiver.answer = ({ json }) =>
      json.typeId === 'late' ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 500, after };
    await report(app, eventOf(partner));
    await report(app, eventOf(partner, { typeId: 'late' }));
    await logOf(app, partner, '?typeId=late', ([late]) => late?.attemptCount === 1);
    fail();
    await eventually(deletedOnes, ({ body }) => body.length > 0);
    const log = await logOf(app, partner, '', (entries) =>
      entries.every(({ status }) => status !== 'pending'),
    );
    expect(log.map(({ status }) => status)).toEqual(['cancelled', 'failed']);
  });

  it('shows that it is failing, with the times of the next attempt and of the deletion', async () => {
    const slow = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '100,7200000' });
    try {
      const other = await slow.partner();
      const read = (id: number) =>
        slow.request('GET', `/partner/webhookSubscription/${id}`, { key: other.key });
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
      const { id } = await subscribe(slow, other, receiver);
      await report(slow, eventOf(other));
      const { body } = await eventually(
        () => read(id),
        (seen) => seen.body.health.consecutiveFailures > 0,
      );
      expect(body.health).toMatchObject({ state: 'failing', consecutiveFailures: 1, lastStatus: 503 });
      const next = Date.parse(body.health.nextAttemptAt);
      const leftMs = Date.parse(body.health.willBeDeletedAt) - next;
      expect(leftMs).toBeGreaterThanOrEqual(7_200_000);
      expect(leftMs).toBeLessThanOrEqual(7_920_000);
      expect(await logOf(slow, other, '', () => true)).toMatchObject([
        { status: 'pending', attemptCount: 1, nextAttemptAt: body.health.nextAttemptAt },
      ]);

      const attempts: Json[] = [];
      let answerRetry!: () => void;
      const after = new Promise<void>((resolve) => (answerRetry = resolve));
      receiver.answer = ({ json }) => (attempts.push(json) === 1 ? 500 : { after });
      const hanging = await subscribe(slow, other, receiver, { type: 'document.viewed' });
      const before = Date.now();
      await report(slow, eventOf(other, { type: 'document.viewed' }));
      await eventually(
        async () => attempts.length,
        (count) => count === 2,
      );
      const { health } = (await read(hanging.id)).body;
      answerRetry();
      const retry = Date.parse(health.nextAttemptAt);
      expect(retry).toBeGreaterThanOrEqual(before);
      expect(retry).toBeLessThanOrEqual(Date.now());
      const leftMsAgain = Date.parse(health.willBeDeletedAt) - retry;
      expect(leftMsAgain).toBeGreaterThanOrEqual(7_200_000);
      expect(leftMsAgain).toBeLessThanOrEqual(7_920_000);
    } finally {
      await slow.stop();
    }
  });

  it('knows the jitter of the retries to come, and so the time of the deletion', async () => {
    const planned = { retryMs: 7_200_000, lastMs: 86_400_000 };
    const slow = await startApp({
      ...receiver.environment,
      WEBHOOK_RETRY_SCHEDULE: `${planned.retryMs},${planned.lastMs}`,
    });
    try {
      const other = await slow.partner();
      receiver.answer = () => 500;
      const subscriptions: Json[] = [];
      for (let count = 0; count < 3; count++) subscriptions.push(await subscribe(slow, other, receiver));
      await report(slow, eventOf(other));
      const stretches: number[] = [];
      for (const { id } of subscriptions) {
        const { health } = await eventually(
          async () =>
            (await slow.request('GET', `/partner/webhookSubscription/${id}`, { key: other.key })).body,
          (seen) => seen.health.consecutiveFailures > 0,
        );
        const [delivery] = await logOf(slow, other, `?subscriptionId=${id}`, () => true);
        const { body } = await slow.request('GET', `/partner/delivery/${delivery.id}`, { key: other.key });
        const next = Date.parse(health.nextAttemptAt);
        const [{ startedAt, durationMs }] = body.attempts;
        const stretch = (next - Date.parse(startedAt) - durationMs) / planned.retryMs;
        // A hundredth of the retry's delay is more than a minute.
        expect((Date.parse(health.willBeDeletedAt) - next) / planned.lastMs).toBeCloseTo(stretch, 2);
        stretches.push(stretch);
      }
      expect(Math.max(...stretches) - Math.min(...stretches)).toBeGreaterThan(0.01);
    } finally {
      receiver.answer = () => 204;
      await slow.stop();
    }
  });

  it('sends no old deliveries after a restoration, until a recovery is requested', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await subscribe(app, partner, receiver, { conditions: { status: 'accepted' } });
    await report(app, eventOf(partner, { typeId: 'failed' }));
    await eventually(deletedOnes, ({ body }) => body.length > 0);
    await report(app, [
      eventOf(partner, { typeId: 'missed' }),
      eventOf(partner, { typeId: 'unwanted', data: { status: 'denied' } }),
      eventOf(partner, { typeId: 'other', type: 'document.viewed' }),
    ]);

    receiver.answer = () => 200;
    const before = receiver.requests.length;
    expect((await undo(id)).status).toBe(200);
    await report(app, eventOf(partner, { typeId: 'new' }));
    await logOf(app, partner, '?typeId=new&status=succeeded', (log) => log.length === 1);
    expect(receiver.requests.slice(before).map(({ json }) => json.typeId)).toEqual(['new']);

    const recovered = await recover(id, { since });
    expect(recovered).toMatchObject({ status: 202, body: { deliveries: 2, resumeSince: null } });
    await logOf(app, partner, '?status=succeeded', (log) => log.length === 3);
    const arrived = receiver.requests.slice(before).map(({ json }) => json.typeId);
    expect(new Set(arrived)).toEqual(new Set(['failed', 'missed', 'new']));
    expect(arrived).toHaveLength(3);
    const [failed] = await logOf(app, partner, '?typeId=failed', () => true);
    const detail = await app.request('GET', `/partner/delivery/${failed.id}`, { key: partner.key });
    expect(detail.body.attempts.map(({ number, trigger }: Json) => [number, trigger])).toEqual([
      [1, 'automatic'],
      [2, 'automatic'],
      [3, 'automatic'],
      [4, 'automatic'],
      [5, 'recover'],
    ]);
    expect((await recover(id, { since })).body).toEqual({ deliveries: 0, resumeSince: null });
  });

  it('recovers more events than one call takes, in whatever order they were created', async () => {
    receiver.answer = () => 204;
    const now = Date.now();
    const events = Array.from({ length: 10_001 }, (_, index) =>
      eventOf(partner, { createdAt: new Date(now - index * 1_000).toISOString(), data: {} }),
    );
    for (let from = 0; from < events.length; from += 1_000)
      await report(app, events.slice(from, from + 1_000));
    const { id } = await subscribe(app, partner, receiver, { maxPerSecond: 1 });
    const { createdAt: resumeSince } = events.at(-1);
    const first = await recover(id, { since: '2000-01-01T00:00:00Z' });
    expect(first.body).toEqual({ deliveries: 10_000, resumeSince });
    expect((await recover(id, { since: resumeSince })).body).toEqual({ deliveries: 1, resumeSince: null });
    const path = `/partner/webhookSubscription/${id}`;
    expect((await app.request('DELETE', path, { key: partner.key })).status).toBe(204);
  });

  it('recovers nothing of a company detached in the meantime', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    partner = await app.partner({ companies: [8_101, 8_102] });
    const { id } = await subscribe(app, partner, receiver);
    await app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key });
    for (const companyId of [8_101, 8_102]) await report(app, eventOf(partner, { companyId }));
    await undo(id);
    await app.internal('DELETE', `/internal/partner/${partner.id}/company/8101`);
    receiver.answer = () => 200;
    expect((await recover(id, { since })).body).toEqual({ deliveries: 1, resumeSince: null });
    const [arrived] = await arrivalsOf(receiver, id, 1);
    expect(arrived!.json).toMatchObject({ companyId: 8_102 });
    await app.internal('PUT', `/internal/partner/${partner.id}/company/8101`);
    expect((await recover(id, { since })).body.deliveries).toBe(1);
  });

  it('is healthy again when it is restored', async () => {
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner));
    await eventually(deletedOnes, ({ body }) => body[0]?.health.consecutiveFailures === 4);
    expect((await undo(id)).body.health).toEqual({
      state: 'healthy',
      consecutiveFailures: 0,
      nextAttemptAt: null,
      willBeDeletedAt: null,
      lastStatus: null,
    });
    receiver.answer = () => 418;
    await app.request('POST', `/partner/webhookSubscription/${id}/test`, { key: partner.key });
    const read = () => app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key });
    const { body } = await eventually(read, (seen) => seen.body.health.consecutiveFailures > 0);
    expect(body.health).toMatchObject({ state: 'failing', consecutiveFailures: 1, lastStatus: 418 });
  });

  it('recovers with the full retry budget', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner));
    await eventually(deletedOnes, ({ body }) => body.length > 0);
    await undo(id);
    await recover(id, { since });
    await eventually(deletedOnes, ({ body }) => body.length > 0);
    expect(await logOf(app, partner, '', () => true)).toMatchObject([{ status: 'failed', attemptCount: 8 }]);
  });

  it('cannot be tested or recovered while it is deleted or inactive', async () => {
    const { id } = await subscribe(app, partner, receiver, { isActive: false });
    const test = () => app.request('POST', `/partner/webhookSubscription/${id}/test`, { key: partner.key });
    const since = new Date(0).toISOString();
    expect((await test()).status).toBe(409);
    expect((await recover(id, { since })).status).toBe(409);
    await app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key });
    expect((await test()).status).toBe(404);
    expect((await recover(id, { since })).status).toBe(404);
    expect((await recover(id, { since: 'yesterday' })).status).toBe(400);
  });

  it('is not deleted by a test that fails', async () => {
    const { id } = await subscribe(app, partner, receiver, {
      includePaths: ['*'],
      conditions: { status: 'none' },
    });
    const { status, body } = await app.request('POST', `/partner/webhookSubscription/${id}/test`, {
      key: partner.key,
    });
    expect(status).toBe(202);
    const delivery = await deliveryOf(app, partner, id, 'failed');
    expect(delivery).toMatchObject({ id: body.deliveryId, attempts: [{ trigger: 'test', status: 500 }] });
    expect((await deletedOnes()).body).toEqual([]);
    const [arrived] = await arrivalsOf(receiver, id, 1);
    expect(arrived!.json).toMatchObject({
      type: 'document.accepted',
      sourceId: id,
      companyId: partner.companyId,
      data: { status: 'accepted' },
    });
  });

  it('gets the header livery-test with every attempt of a test, and with no other delivery', async () => {
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
    const path = `/partner/webhookSubscription/${id}/test`;
    const { body: test } = await app.request('POST', path, { key: partner.key });
    await deliveryOf(app, partner, id, 'failed');
    receiver.answer = () => 200;
    await app.request('POST', `/partner/delivery/${test.deliveryId}/retry`, { key: partner.key });
    await deliveryOf(app, partner, id, 'succeeded');
    await report(app, eventOf(partner));
    const arrived = await arrivalsOf(receiver, id, 3);
    expect(arrived.map(({ headers }) => headers['livery-test'])).toEqual(['true', 'true', undefined]);
    expect(arrived[0]!.json.data).toEqual(eventType('document.accepted').sample);
  });

  it('is tested with the first company, or with none', async () => {
    const companyOf = async (companies: number[]) => {
      partner = await app.partner({ companies });
      const { id } = await subscribe(app, partner, receiver);
      await app.request('POST', `/partner/webhookSubscription/${id}/test`, { key: partner.key });
      const [arrived] = await arrivalsOf(receiver, id, 1);
      return arrived!.json.companyId;
    };
    expect([await companyOf([8_204, 8_203]), await companyOf([])]).toEqual([8_203, 0]);
  });
});
