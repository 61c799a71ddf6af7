import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { eventOf, logOf, report, subscribe } from './deliveries.js';

describe('The delivery log', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let subscriptionId: number;

  const list = (query: string) => app.request('GET', `/partner/delivery${query}`, { key: partner.key });

  beforeAll(async () => {
    receiver = await startReceiver({
      answer: ({ json }) => (json.typeId === 'bad' ? { status: 404, body: 'x'.repeat(9_000) } : 200),
    });
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '3600000' });
    partner = await app.partner({ companies: [71, 72] });
    ({ id: subscriptionId } = await subscribe(app, partner, receiver));
    await subscribe(app, partner, receiver, { type: 'document.viewed' });
    for (const members of [
      { typeId: 'a', id: 'evt-a' },
      { typeId: 'b', companyId: 72 },
      { typeId: 'c', type: 'document.viewed' },
      { typeId: 'bad' },
    ]) {
      await report(app, eventOf(partner, members));
    }
    await logOf(app, partner, '', (log) => log.every(({ attemptCount }) => attemptCount === 1));
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const typeIds = (log: Json[]) => log.map(({ typeId }) => typeId);

  it('is newest first and has all members of each delivery', async () => {
    const { body } = await list('');
    expect(typeIds(body)).toEqual(['bad', 'c', 'b', 'a']);
    expect(body[3]).toEqual({
      id: expect.stringMatching(/^msg_/),
      eventId: 'evt-a',
      subscriptionId,
      type: 'document.accepted',
      typeId: 'a',
      companyId: 71,
      status: 'succeeded',
      attemptCount: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      nextAttemptAt: null,
      lastStatus: 200,
      lastError: null,
    });
  });

  it.each([
    ['status=pending', ['bad']],
    ['status=succeeded', ['c', 'b', 'a']],
    ['status=failed', []],
    ['type=document.viewed', ['c']],
    ['typeId=b', ['b']],
    ['companyId=72', ['b']],
    ['since=2000-01-01T00:00:00Z', ['bad', 'c', 'b', 'a']],
    ['until=2000-01-01T00:00:00Z', []],
    ['status=succeeded&companyId=71&type=document.accepted', ['a']],
  ])('can be narrowed with %s', async (query, expected) => {
    expect(typeIds((await list(`?${query}`)).body)).toEqual(expected);
    const { body } = await list(`/count?${query}`);
    expect(body).toEqual({ count: expected.length, hasMore: false });
  });

  it('has the last attempts of a subscription, each with its duration', async () => {
    const attempts = (of: number, query: string) =>
      app.request('GET', `/partner/webhookSubscription/${of}/attempts${query}`, { key: partner.key });
    const { body } = await attempts(subscriptionId, '');
    expect(typeIds(body)).toEqual(['bad', 'b', 'a']);
    const [{ id }] = (await list('?typeId=bad')).body;
    expect(body[0]).toEqual({
      deliveryId: id,
      typeId: 'bad',
      number: 1,
      trigger: 'automatic',
      startedAt: expect.stringMatching(/Z$/),
      durationMs: expect.any(Number),
      status: 404,
      error: 'status',
    });
    expect((await attempts(subscriptionId, '?limit=1')).body).toHaveLength(1);
    expect((await attempts(subscriptionId, '?limit=201')).status).toBe(400);
    expect((await attempts(2_000_000_000, '')).status).toBe(404);
  });

  it('finds the same with every pair of filters as in the whole log', async () => {
    const whole: Json[] = (await list('')).body;
    const values: Record<string, unknown[]> = {
      subscriptionId: [subscriptionId, subscriptionId + 1, 2_147_483_647],
      status: ['pending', 'succeeded', 'failed', 'cancelled'],
      type: ['document.accepted', 'document.viewed', 'document.voided'],
      typeId: ['a', 'b', 'bad', 'none'],
      companyId: [71, 72, 73],
    };
    const filters = Object.entries(values).flatMap(([member, of]) => of.map((value) => ({ member, value })));
    for (const one of filters) {
      for (const other of filters) {
        if (one.member >= other.member) continue;
        const query = `?${one.member}=${String(one.value)}&${other.member}=${String(other.value)}`;
        const expected = whole.filter(
          (delivery) => delivery[one.member] === one.value && delivery[other.member] === other.value,
        );
        expect([query, (await list(query)).body]).toEqual([query, expected]);
      }
    }
  });

  it('can be narrowed to a subscription', async () => {
    expect(typeIds((await list(`?subscriptionId=${subscriptionId}`)).body)).toEqual(['bad', 'b', 'a']);
  });

  it('has pages linked by the Link header, which keeps the filters', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/partner/delivery?limit=1&status=succeeded';
    while (next !== undefined) {
      const answer: Json = await app.request('GET', next, { key: partner.key });
      expect(answer.body).toHaveLength(1);
      seen.push(...typeIds(answer.body));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(app.url, '');
    }
    expect(seen).toEqual(['c', 'b', 'a']);
  });

  it.each([
    'status=lost',
    'type=x',
    'subscriptionId=0',
    'since=yesterday',
    'typeId=%00',
    'cursor=1',
    'limit=501',
    'more=1',
  ])('refuses %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('keeps the beginning of a long answer', async () => {
    const [bad] = (await list('?typeId=bad')).body;
    const { body, headers } = await app.request('GET', `/partner/delivery/${bad.id}`, { key: partner.key });
    expect(headers.get('etag')).toBeTruthy();
    expect(body).toMatchObject({ lastError: 'status', lastStatus: 404, status: 'pending' });
    expect(body.attempts[0].answer).toEqual({ body: 'x'.repeat(4_096), truncated: true });
  });
});
