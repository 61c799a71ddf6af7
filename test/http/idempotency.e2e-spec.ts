import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';
const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] };

describe('Idempotency-Key', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const post = (key: string, sent: unknown = body, { path = PATH, as = partner } = {}) =>
    app.request('POST', path, { key: as.key, body: sent, headers: { 'idempotency-key': key } });
  const count = async () => (await app.request('GET', PATH, { key: partner.key })).body.length as number;

  it('makes a repeated POST do its work once and answer the same', async () => {
    const before = await count();
    const first = await post('once');
    const again = await post('once');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['etag', 'location', 'content-type']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      expect(again.headers.get(name)).not.toBeNull();
    }
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await count()).toBe(before + 1);
  });

  it('executes one of many concurrent POSTs', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('at-once')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    expect((await post('at-once')).status).toBe(201);
    for (const { body: refusal, headers } of answers.filter(({ status }) => status === 409)) {
      expect([refusal.code, headers.get('retry-after')]).toEqual(['idempotency_key_in_flight', '1']);
    }
  });

  it('is refused with another body or path', async () => {
    const { body: created } = await post('mine');
    const other = await post('mine', { ...body, isActive: false });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const rotate = await post('mine', {}, { path: `${PATH}/${created.id}/secret/rotate` });
    expect(rotate.status).toBe(422);
    expect((await post('mine', undefined, { path: `${PATH}?x=1` })).status).toBe(400);
  });

  it('belongs to one partner', async () => {
    const other = await app.partner();
    const mine = await post('shared');
    const theirs = await post('shared', body, { as: other });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('repeats a refusal as well', async () => {
    const first = await post('bad', { ...body, url: 'http://a.example/' });
    const again = await post('bad', { ...body, url: 'http://a.example/' });
    expect(first.status).toBe(400);
    expect([again.status, again.text]).toEqual([400, first.text]);
    expect(again.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('keeps an answer with a secret sealed', async () => {
    const { body: created } = await post('secretive');
    const path = `${PATH}/${created.id}/secret/rotate`;
    const first = await post('rotation', {}, { path });
    const again = await post('rotation', {}, { path });
    expect(again.text).toBe(first.text);
    expect(first.body.secret).toMatch(/^whsec_/);
    const { rows } = await app.database.query(`SELECT * FROM idempotency_key WHERE key = 'rotation'`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('whsec_');
    expect(rows[0].sealed_answer).toMatch(/^test\./);
  });

  it('repeats an answer that is not JSON with all its headers', async () => {
    const template = await app.request('POST', '/partner/emailTemplate', {
      key: partner.key,
      body: { type: 'html', parser: 'hbs', data: '<p>{{subject}}</p>' },
    });
    const path = `/partner/emailTemplate/${template.body.id}/render`;
    const first = await post('rendered', { data: { subject: 'Hej' } }, { path });
    const again = await post('rendered', { data: { subject: 'Hej' } }, { path });
    expect([first.status, first.text]).toEqual([200, expect.stringContaining('Hej')]);
    expect([again.status, again.text]).toEqual([200, first.text]);
    for (const name of ['content-type', 'content-security-policy', 'x-content-type-options']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
    expect(again.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('can be claimed again if its request died, and after a day', async () => {
    const { body: first } = await post('takeover');
    const age = (interval: string, rest = '') =>
      app.database.query(
        `UPDATE idempotency_key SET created_at = now() - $1::interval ${rest} WHERE key = 'takeover'`,
        [interval],
      );
    await age('59 seconds', ', status = NULL, sealed_answer = NULL');
    expect((await post('takeover')).status).toBe(409);
    await age('61 seconds');
    expect((await post('takeover', { ...body, isActive: false })).status).toBe(422);
    const second = await post('takeover');
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.id);
    await age('23 hours 59 minutes');
    expect((await post('takeover')).body.id).toBe(second.body.id);
    await age('24 hours 1 minute');
    expect((await post('takeover', { ...body, isActive: false })).body.id).toBeGreaterThan(second.body.id);
  });

  it('can be used again after an internal error', async () => {
    const { body: created } = await post('faulty-object');
    const path = `${PATH}/${created.id}/secret/rotate`;
    const { rows } = await app.database.query(
      'SELECT sealed_secret FROM webhook_subscription WHERE id = $1',
      [created.id],
    );
    const seal = (text: string) =>
      app.database.query('UPDATE webhook_subscription SET sealed_secret = $2 WHERE id = $1', [
        created.id,
        text,
      ]);
    await seal('gone.x');
    const broken = await post('after-fault', {}, { path });
    await seal(rows[0].sealed_secret);
    const repaired = await post('after-fault', {}, { path });
    expect([broken.status, repaired.status]).toEqual([500, 200]);
    expect(repaired.headers.get('idempotency-replayed')).toBeNull();
  });

  it('must be visible ASCII of at most 255 characters', async () => {
    expect((await post('k'.repeat(255))).status).toBe(201);
    for (const key of ['', 'k'.repeat(256), 'two words', 'käse']) {
      const answer = await app.request('POST', PATH, {
        key: partner.key,
        body,
        headers: { 'idempotency-key': key },
      });
      expect([key, answer.status, answer.body.code]).toEqual([key, 400, 'invalid_idempotency_key']);
    }
  });

  it('is ignored by other methods', async () => {
    const headers = { 'idempotency-key': 'reading' };
    for (const _ of [1, 2]) {
      const answer = await app.request('GET', PATH, { key: partner.key, headers });
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
    }
  });
});
