import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { deliveryId } from '../../src/delivery/domain/delivery-key.js';
import { firstIdAt, newIdAt } from '../../src/shared/domain/time-ordered-id.js';
import { type Json, startApp, type TestAnswer, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { databaseReader, testDatabase, type TestDatabase } from '../support/test-database.js';
import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

const DAY_MS = 86_400_000;
/** True if a session of this database waits for a lock. */
const AWAITED = `
  SELECT count(*) > 0 AS awaited FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('The feed of a subscription', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let settings: Record<string, string>;
  let app: TestApp;
  let partner: TestPartner;

  beforeAll(async () => {
    database = await testDatabase();
    receiver = await startReceiver();
    settings = {
      ...receiver.environment,
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      WEBHOOK_RETRY_SCHEDULE: '1h',
    };
    app = await startApp(settings);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
    await database.drop();
  });
  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
  });

  const feed = (id: number, query = ''): Promise<TestAnswer> =>
    app.request('GET', `/partner/webhookSubscription/${id}/feed${query}`, { key: partner.key });
  const change = (id: number, method: string, body?: Json): Promise<TestAnswer> =>
    app.request(method, `/partner/webhookSubscription/${id}`, { key: partner.key, ...(body && { body }) });
  /** The whole feed, once it has this many entries. */
  const entriesOf = async (id: number, count: number): Promise<Json[]> =>
    (
      await eventually(
        () => feed(id, '?limit=500'),
        ({ body }) => body.length >= count,
      )
    ).body;
  const documentsOf = (entries: readonly Json[]): string[] =>
    entries.map(({ body }) => JSON.parse(body).typeId);
  const reportAll = (typeIds: readonly string[], to = app) =>
    report(
      to,
      typeIds.map((typeId) => eventOf(partner, { typeId })),
    );
  const recover = (id: number) =>
    app.request('POST', `/partner/webhookSubscription/${id}/recover`, {
      key: partner.key,
      body: { since: '2020-01-01T00:00:00Z' },
    });

  it('has the sent bodies, byte for byte and oldest first, page by page', async () => {
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['data.name'] });
    await subscribe(app, partner, receiver);
    for (const typeId of ['a', 'b', 'c']) await reportAll([typeId]);
    await app.request('POST', `/partner/webhookSubscription/${id}/test`, { key: partner.key });
    const sent = await arrivalsOf(receiver, id, 4);
    const entries = await entriesOf(id, 4);
    const known = new Map(sent.map(({ headers, body }) => [headers['webhook-id'], body.toString()]));
    expect(entries.map((entry) => known.get(entry.id))).toEqual(entries.map(({ body }) => body));
    expect(documentsOf(entries).slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(entries.map(({ isTest, type }) => [isTest, type])).toEqual(
      [false, false, false, true].map((isTest) => [isTest, 'document.accepted']),
    );
    const first = await feed(id, '?limit=2');
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
    expect(next).toBe(`/partner/webhookSubscription/${id}/feed?limit=2&after=${entries[1]?.id}`);
    const second = await app.request('GET', next!, { key: partner.key });
    expect([...first.body, ...second.body]).toEqual(entries);
    expect(second.headers.get('link')).toBeNull();
    expect((await feed(id, `?after=${entries[3]?.id}`)).body).toEqual([]);
  });

  it('includes failed and cancelled deliveries, and can be read while the subscription is inactive or deleted', async () => {
    receiver.answer = () => 503;
    const { id } = await subscribe(app, partner, receiver);
    await reportAll(['a', 'b']);
    await logOf(app, partner, '', (log) => log.every(({ attemptCount }) => attemptCount === 1));
    await change(id, 'PUT', { isActive: false });
    expect(documentsOf(await entriesOf(id, 2))).toEqual(['a', 'b']);
    await change(id, 'DELETE');
    expect(documentsOf(await entriesOf(id, 2))).toEqual(['a', 'b']);
    expect((await feed(2_000_000_000)).status).toBe(404);
  });

  it('has recovered deliveries after all that could be read before', async () => {
    const { id } = await subscribe(app, partner, receiver);
    await change(id, 'PUT', { isActive: false });
    await reportAll(['missed-1', 'missed-2']);
    await change(id, 'PUT', { isActive: true });
    await reportAll(['later']);
    const [later] = await entriesOf(id, 1);
    expect((await recover(id)).body).toMatchObject({ deliveries: 2 });
    const rest = await eventually(
      () => feed(id, `?after=${later.id}`),
      ({ body }) => body.length === 2,
    );
    expect(documentsOf(rest.body)).toEqual(['missed-1', 'missed-2']);
    await reportAll(['last']);
    expect(documentsOf(await entriesOf(id, 4))).toEqual(['later', 'missed-1', 'missed-2', 'last']);
    expect(documentsOf((await feed(id, `?after=${rest.body[0].id}`)).body)).toEqual(['missed-2', 'last']);
    const sent = await arrivalsOf(receiver, id, 4);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set((await feed(id)).body.map((entry: Json) => entry.id)),
    );
  });

  it('never has a new entry before a returned one, whichever process writes it', async () => {
    const other = await startApp({ ...settings, ROLES: 'api' });
    const { id } = await subscribe(app, partner, receiver);
    await change(id, 'PUT', { isActive: false });
    await reportAll(Array.from({ length: 60 }, (_, place) => `missed-${place}`));
    await change(id, 'PUT', { isActive: true });
    let isWriting = true;
    const seen: string[] = [];
    const read = (async () => {
      // An entry that appears before a returned one is never read.
      for (let idle = 0; seen.length < 120 && idle < 200;) {
        const last = seen.at(-1);
        const { body } = await feed(id, `?limit=20${last === undefined ? '' : `&after=${last}`}`);
        seen.push(...body.map((entry: Json) => entry.id));
        idle = body.length > 0 || isWriting ? 0 : idle + 1;
        await delay(body.length > 0 ? 5 : 100);
      }
    })();
    const write = async (to: TestApp, name: string) => {
      for (let round = 0; round < 10; round++) {
        await reportAll([`${name}-${round}-0`, `${name}-${round}-1`], to);
        await delay(Math.random() * 100);
      }
    };
    await Promise.all([
      write(app, 'a'),
      write(other, 'b'),
      write(other, 'c'),
      delay(500).then(() => recover(id)),
    ]);
    isWriting = false;
    await read;
    const whole: string[] = (await entriesOf(id, 120)).map((entry) => entry.id);
    expect(whole).toHaveLength(120);
    expect(seen).toEqual(whole);
    await other.stop();
  });

  it('waits for an event that is being written, and then has it before a later one', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const locked = await app.partner();
    const looking = databaseReader(database.url);
    const connection = await looking.connect();
    await connection.query('BEGIN');
    await connection.query('UPDATE partner SET deleted_at = deleted_at WHERE id = $1', [locked.id]);
    // Both events are in one group, which waits for the lock of the change.
    const slow = report(app, [eventOf(partner, { typeId: 'slow' }), eventOf(locked)]);
    await eventually(
      () => looking.query(AWAITED),
      ({ rows }) => rows[0].awaited,
    );
    await reportAll(['later']);
    await arrivalsOf(receiver, id, 1);
    await delay(2_500);
    expect((await feed(id)).body).toEqual([]);
    await connection.query('COMMIT');
    connection.release();
    await looking.end();
    await slow;
    expect(documentsOf(await entriesOf(id, 2))).toEqual(['slow', 'later']);
  });

  it('continues after the last entry although a process with a slow clock joins', async () => {
    const { id } = await subscribe(app, partner, receiver);
    await reportAll(['first']);
    const [first] = await entriesOf(id, 1);
    const now = Date.now.bind(Date);
    const slow = jest.spyOn(Date, 'now').mockImplementation(() => now() - 600_000);
    const other = await startApp({ ...settings, ROLES: 'api' });
    await reportAll(['second'], other);
    slow.mockRestore();
    const rest = await eventually(
      () => feed(id, `?after=${first.id}`),
      ({ body }) => body.length === 1,
    );
    expect(documentsOf(rest.body)).toEqual(['second']);
    await other.stop();
  });

  it('continues after an erased delivery', async () => {
    const { id } = await subscribe(app, partner, receiver);
    for (const typeId of ['a', 'b']) await reportAll([typeId]);
    const [first] = await entriesOf(id, 2);
    await app.internal('DELETE', `/internal/document/a?companyId=${partner.companyId}`);
    expect(documentsOf((await feed(id, `?after=${first.id}`)).body)).toEqual(['b']);
    expect(documentsOf((await feed(id)).body)).toEqual(['b']);
  });

  it('refuses an id that is not an entry, and says that retention has removed entries', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const other = await subscribe(app, partner, receiver);
    await reportAll(['a']);
    const [entry] = await entriesOf(other.id, 1);
    const { id: late } = await subscribe(app, partner, receiver);
    const named = (eventId: string) => deliveryId({ subscriptionId: id, eventId });
    const ofLate = Buffer.from(entry.id.slice(4), 'base64url');
    ofLate.writeUInt32BE(late, 16);
    const refused = [
      [id, 'msg_x'],
      [id, entry.id],
      [id, named(firstIdAt(Date.now()))],
      [id, named(newIdAt(Date.now() + 2 * DAY_MS))],
      [late, `msg_${ofLate.toString('base64url')}`],
    ] as const;
    for (const [subscriptionId, after] of refused) {
      const { status, body } = await feed(subscriptionId, `?after=${after}`);
      expect([after, status, body.errors?.[0]]).toEqual([
        after,
        400,
        expect.objectContaining({ parameter: 'after', code: 'invalid_after' }),
      ]);
    }
    const old = await feed(id, `?after=${named(newIdAt(Date.now() - 40 * DAY_MS))}`);
    expect([old.status, old.body.code]).toEqual([410, 'after_gone']);
  });

  it('ends a page before 4 MiB, and continues there', async () => {
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
    const data = { text: 'x'.repeat(900_000) };
    for (let place = 0; place < 7; place++) await report(app, eventOf(partner, { typeId: `${place}`, data }));
    await eventually(
      () => feed(id, '?limit=1'),
      ({ body }) => body.length === 1,
    );
    const pages: string[][] = [];
    let after = '';
    await eventually(
      async () => {
        const page = await feed(id, after);
        expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(4 * 1_048_576);
        if (page.body.length > 0) {
          pages.push(documentsOf(page.body));
          after = `?after=${page.body.at(-1).id}`;
        }
        return pages.flat();
      },
      ({ length }) => length === 7,
    );
    expect(pages.flat()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect((await feed(id)).body).toHaveLength(4);
  });
});
