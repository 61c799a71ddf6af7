import { randomBytes } from 'node:crypto';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

/** Recovered deliveries, which take far longer than it takes to report an event on a busy machine. */
const MISSED = 150;

describe('A subscription with a limit per second, in two processes', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let apps: readonly TestApp[];
  let app: TestApp;
  let partner: TestPartner;
  /** The arrival times of requests by subscription, in milliseconds. */
  let arrivals: Map<number, number[]>;

  const events = (count: number, typeId: string) =>
    Array.from({ length: count }, () => eventOf(partner, { typeId }));
  const arrivedAt = (id: number) => arrivals.get(id) ?? [];
  const change = (id: number, members: object) =>
    app.request('PUT', `/partner/webhookSubscription/${id}`, { key: partner.key, body: members });

  /**
   * Once this many attempts are logged, those that began after `since` keep to the limit: no span of time has more than
   * the limit and a burst of one second. On a busy machine, requests may arrive closer together than they began.
   */
  async function expectRate(id: number, perSecond: number, count: number, since = 0): Promise<void> {
    const { body } = await eventually(
      () => app.request('GET', `/partner/webhookSubscription/${id}/attempts?limit=200`, { key: partner.key }),
      (answer) => answer.body.length >= count,
    );
    const times: number[] = body
      .map(({ startedAt }: Json) => Date.parse(startedAt))
      .filter((time: number) => time > since)
      .toSorted((one: number, other: number) => one - other);
    for (const [first, from] of times.entries()) {
      for (const [more, to] of times.slice(first).entries()) {
        // Times are in whole milliseconds.
        const most = perSecond * ((to - from + 1) / 1_000 + 1) + 1;
        expect(more + 1).toBeLessThanOrEqual(most);
      }
    }
  }

  beforeAll(async () => {
    database = await testDatabase();
    receiver = await startReceiver();
    const settings = {
      ...receiver.environment,
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    };
    apps = [await startApp(settings), await startApp(settings)];
    app = apps[0]!;
  });

  afterAll(async () => {
    for (const one of apps) await one.stop();
    await receiver.stop();
    await database.drop();
  });

  beforeEach(async () => {
    arrivals = new Map();
    partner = await app.partner();
    receiver.answer = ({ json }) => {
      arrivals.set(json.sourceId, [...arrivedAt(json.sourceId), performance.now()]);
      return 204;
    };
  });

  it('receives no more than that from both together, and each delivery at its first attempt', async () => {
    const { id } = await subscribe(app, partner, receiver, { maxPerSecond: 10 });
    const other = await subscribe(app, partner, receiver);
    let letGo = (): void => undefined;
    const after = new Promise<void>((resolve) => (letGo = resolve));
    const note = receiver.answer;
    receiver.answer = (request, n) => {
      note(request, n);
      return request.json.sourceId === id ? { status: 204, after } : 204;
    };
    for (const one of apps) await report(one, events(20, 'flood'));
    await arrivalsOf(receiver, other.id, 40);
    expect(arrivedAt(id).length).toBeLessThan(40);
    letGo();
    await arrivalsOf(receiver, id, 40);
    await expectRate(id, 10, 40);
    const log = await logOf(
      app,
      partner,
      `?subscriptionId=${id}&status=succeeded`,
      (all) => all.length === 40,
    );
    expect(log.every(({ attemptCount }) => attemptCount === 1)).toBe(true);
  });

  it('leaves memory and turns to others while it has a backlog, which is sent once the limit is removed', async () => {
    const limited = await subscribe(app, partner, receiver, { maxPerSecond: 1 });
    const other = await subscribe(app, partner, receiver, { type: 'document.sent' });
    for (const one of apps) await report(one, events(500, 'backlog'));
    await report(app, eventOf(partner, { type: 'document.sent' }));
    await arrivalsOf(receiver, other.id, 1);
    expect(arrivedAt(limited.id).length).toBeLessThan(20);
    const health = (await change(limited.id, {})).body.health;
    expect(health).toMatchObject({ state: 'healthy', consecutiveFailures: 0, willBeDeletedAt: null });
    await change(limited.id, { maxPerSecond: null });
    await arrivalsOf(receiver, limited.id, 1_000);
  });

  it('returns attempts waiting in memory to the table when the limit is set', async () => {
    let letGo = (): void => undefined;
    const after = new Promise<void>((resolve) => (letGo = resolve));
    const note = receiver.answer;
    receiver.answer = (request, n) => {
      note(request, n);
      return { status: 204, after };
    };
    const { id } = await subscribe(app, partner, receiver);
    await report(app, events(60, 'sudden'));
    await arrivalsOf(receiver, id, 10);
    await change(id, { maxPerSecond: 20 });
    const since = Date.now();
    letGo();
    await arrivalsOf(receiver, id, 60);
    await expectRate(id, 20, 60, since);
  });

  it('receives recovered deliveries at its rate, and new events in between', async () => {
    const { id } = await subscribe(app, partner, receiver, { maxPerSecond: 5, isActive: false });
    await report(app, events(MISSED, 'missed'));
    await change(id, { isActive: true });
    const recovered = await app.request('POST', `/partner/webhookSubscription/${id}/recover`, {
      key: partner.key,
      body: { since: '2020-01-01T00:00:00Z' },
    });
    expect(recovered.body.deliveries).toBe(MISSED);
    await report(app, events(1, 'new'));
    const requests = await eventually(
      () => arrivalsOf(receiver, id, 12),
      (all) => all.some(({ json }) => json.typeId === 'new'),
    );
    expect(requests.length).toBeLessThan(MISSED);
    await expectRate(id, 5, 12);
  });

  it('receives the deliveries of each document in order, if so configured', async () => {
    const limits = { maxPerSecond: 20, ordering: 'document', includePaths: ['number'] };
    const { id } = await subscribe(app, partner, receiver, limits);
    for (let number = 1; number <= 30; number++) {
      const step = (typeId: string) => eventOf(partner, { typeId, data: { number } });
      await report(apps[number % 2]!, number % 6 === 0 ? [step('long'), step('short')] : [step('long')]);
    }
    const requests = await arrivalsOf(receiver, id, 35);
    const arrived = (typeId: string) =>
      requests.filter(({ json }) => json.typeId === typeId).map(({ json }) => json.data.number);
    expect(arrived('long')).toEqual(Array.from({ length: 30 }, (_, place) => place + 1));
    expect(arrived('short')).toEqual([6, 12, 18, 24, 30]);
    await expectRate(id, 20, 35);
    // Turns are passed on at the rate of the limit, not of the scans: one a second.
    expect(arrivedAt(id).at(-1)! - arrivedAt(id)[0]!).toBeLessThan(20_000);
  });
});
