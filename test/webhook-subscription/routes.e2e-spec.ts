import { startApp, type Json, type TestApp, type TestPartner } from '../support/app.js';
import { newSubscription, Subscriptions } from './subscriptions.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('Webhook subscriptions', () => {
  let app: TestApp;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });
  afterAll(() => app.stop());

  it('are created with exactly the members of the specification and the read-only ones', async () => {
    const answer = await mine.call('POST', '', newSubscription());
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.headers.get('location')).toBe(`/partner/webhookSubscription/${id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      type: 'document.accepted',
      isActive: true,
      url: 'https://hooks.partner.example/livery',
      authType: null,
      authData: null,
      includePaths: ['id', 'status'],
      conditions: null,
      deleteWhen: 'deliveryFailed',
      maxPerSecond: null,
      ordering: 'none',
      signing: 'hmac',
      lastActiveAt: null,
      health: {
        state: 'healthy',
        consecutiveFailures: 0,
        nextAttemptAt: null,
        willBeDeletedAt: null,
        lastStatus: null,
      },
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
    const read = await mine.call('GET', `/${id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  it.each([
    'document.created',
    'document.sent',
    'document.viewed',
    'document.answered',
    'document.accepted',
    'document.acceptedPdf',
    'document.denied',
    'document.expired',
    'document.voided',
  ])('listen to %s', async (type) => {
    expect(await mine.created({ type })).toMatchObject({ type });
  });

  it('keep conditions and include paths as they were written', async () => {
    const conditions =
      '{"z":1,"a.*.b":{"$in":["x",null]},"data":{"y":1.50,"x":[]},"__proto__":2,"constructor":"c"}';
    const body = `{"type":"document.sent","isActive":false,"url":"https://a.example/","includePaths":["b","a\\\\.c","b"],"conditions":${conditions}}`;
    const created = await mine.call('POST', '', body);
    expect(created.status).toBe(201);
    const read = await mine.call('GET', `/${created.body.id}`);
    expect(read.text).toContain('"includePaths":["b","a\\\\.c","b"]');
    expect(read.text).toContain(`"conditions":${conditions.replace('1.50', '1.5')}`);
  });

  it('change in the members given and keep the rest', async () => {
    const created = await mine.created({ conditions: { status: 'accepted' } });
    const changed = await mine.call('PUT', `/${created.id}`, { isActive: false });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...created, isActive: false, updatedAt: changed.body.updatedAt });
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(created.updatedAt));
    const everything = {
      type: 'document.denied',
      isActive: true,
      url: 'https://other.example/path?x=1',
      authType: 'basicauth',
      authData: { username: 'ada', password: 'secret' },
      includePaths: ['*'],
      conditions: null,
    };
    const { body } = await mine.call('PUT', `/${created.id}`, everything);
    expect(body).toMatchObject(everything);
    expect(await mine.read(created.id)).toEqual({
      ...body,
      authData: { username: 'ada', password: '********' },
    });
  });

  it('accept their own view without a change', async () => {
    const { id } = await mine.created({
      authType: 'basicauth',
      authData: { username: 'ada', password: 'secret' },
      conditions: { 'refs.*.id': { $gte: 5 } },
    });
    const read = await mine.read(id);
    const put = await mine.call('PUT', `/${id}`, read);
    expect(put.status).toBe(200);
    expect(put.body).toEqual({ ...read, updatedAt: put.body.updatedAt });
  });

  it('ignore read-only members with any value', async () => {
    const readOnly = {
      id: 'x',
      createdAt: 1,
      updatedAt: [],
      lastActiveAt: {},
      health: 'sick',
      deletedReason: 5,
    };
    const created = await mine.created(readOnly);
    expect(created).toMatchObject({
      id: expect.any(Number),
      lastActiveAt: null,
      health: { state: 'healthy' },
    });
    expect(created).not.toHaveProperty('deletedReason');
    expect((await mine.call('PUT', `/${created.id}`, readOnly)).status).toBe(200);
  });

  it('change only if If-Match names their present state', async () => {
    const { id } = await mine.created();
    const tag = (await mine.call('GET', `/${id}`)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const first = await mine.call('PUT', `/${id}`, { isActive: false }, { 'if-match': tag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(tag);
    expect((await mine.call('PUT', `/${id}`, { isActive: true }, { 'if-match': tag })).status).toBe(412);
    expect((await mine.call('DELETE', `/${id}`, undefined, { 'if-match': tag })).status).toBe(412);
    expect(await mine.read(id)).toMatchObject({ isActive: false });
    const present = first.headers.get('etag') ?? '';
    expect((await mine.call('DELETE', `/${id}`, undefined, { 'if-match': present })).status).toBe(204);
  });

  it('accept only one of two changes of the same state', async () => {
    const { id } = await mine.created();
    const tag = (await mine.call('GET', `/${id}`)).headers.get('etag') ?? '';
    const changes = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        mine.call('PUT', `/${id}`, { url: `https://n${number}.example/` }, { 'if-match': tag }),
      ),
    );
    expect(changes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });

  it('are deleted, found among the deleted ones, and restored', async () => {
    const created = await mine.created({ conditions: { a: 1 } });
    const deleted = await mine.call('DELETE', `/${created.id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { isActive: false }]] as const) {
      expect((await mine.call(method, `/${created.id}`, body)).status).toBe(404);
    }
    expect((await mine.call('GET', `/${created.id}/secret`)).status).toBe(404);
    expect((await mine.call('POST', `/${created.id}/secret/rotate`)).status).toBe(404);
    expect(idsOf(await mine.call('GET', '?limit=500'))).not.toContain(created.id);
    const list = await mine.call('GET', '?deleted=true&limit=500');
    expect(list.body.find(({ id }: Json) => id === created.id)).toMatchObject({
      conditions: { a: 1 },
      deletedReason: 'requested',
    });

    const restored = await mine.call('PATCH', `/${created.id}`);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual({ ...created, updatedAt: restored.body.updatedAt });
    expect(idsOf(await mine.call('GET', '?deleted=true&limit=500'))).not.toContain(created.id);
    expect(await mine.read(created.id)).toEqual(restored.body);
  });

  it('are not changed by a restoration without a deletion', async () => {
    const created = await mine.created();
    const before = await mine.call('GET', `/${created.id}`);
    const restored = await mine.call('PATCH', `/${created.id}`);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual(created);
    expect(restored.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('are listed oldest first, page by page', async () => {
    const other = new Subscriptions(app, (await app.partner()).key);
    expect((await other.call('GET')).body).toEqual([]);
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await other.created()).id);
    const whole = await other.call('GET');
    expect(idsOf(whole)).toEqual(ids);
    expect(whole.headers.get('link')).toBeNull();

    const seen: number[] = [];
    let next = '?limit=2';
    while (next !== '') {
      const page = await other.call('GET', next);
      expect(page.body.length).toBeLessThanOrEqual(2);
      seen.push(...idsOf(page));
      next =
        /^<\/partner\/webhookSubscription(\?.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ??
        '';
    }
    expect(seen).toEqual(ids);
  });

  it('show the time of the last answer, and their health', async () => {
    const { id } = await mine.created();
    await app.database.query(
      `INSERT INTO webhook_subscription_health
         (partner_id, subscription_id, last_active_at, consecutive_failures, last_status, live_since)
       SELECT partner_id, id, '2026-02-03T04:05:06.789Z', 0, 204, live_since FROM webhook_subscription
       WHERE partner_id = $1 AND id = $2`,
      [partner.id, id],
    );
    const expected = {
      lastActiveAt: '2026-02-03T04:05:06.789Z',
      health: { state: 'healthy', consecutiveFailures: 0, lastStatus: 204 },
    };
    expect(await mine.read(id)).toMatchObject(expected);
    const listed = (await mine.call('GET', '?limit=500')).body.find((view: Json) => view.id === id);
    expect(listed).toMatchObject(expected);
  });

  it('refuse invalid ids', async () => {
    for (const id of ['0', '01', '-1', '1.5', 'abc', '%20']) {
      expect((await mine.call('GET', `/${id}`)).status).toBe(400);
    }
    expect((await mine.call('GET', '/2147483648')).status).toBe(404);
  });

  it('count the warnings when a subscription is saved', async () => {
    const conditions = { status: { in: ['denied'] }, gt: 5 };
    const created = await mine.call('POST', '', newSubscription({ conditions }));
    expect([created.status, created.headers.get('livery-warnings')]).toEqual([201, '2']);
    const path = `/${created.body.id}`;
    const touched = await mine.call('PUT', path, { isActive: false });
    expect(touched.headers.get('livery-warnings')).toBe('2');
    const mended = await mine.call('PUT', path, { conditions: { status: { $in: ['denied'] } } });
    expect(mended.headers.get('livery-warnings')).toBe('0');
    expect((await mine.call('GET', path)).headers.get('livery-warnings')).toBeNull();
  });
});

function idsOf({ body }: { body: Json }): number[] {
  return body.map(({ id }: Json) => id);
}
