import { once } from 'node:events';
import { connect } from 'node:net';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { ISSUER, ec, pem, sign } from '../partner/token-partner.js';
import type { Json, TestApp } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { countIn, partnerIn, TwoCells } from './two-cells.js';

const SUBSCRIPTIONS = '/partner/webhookSubscription';

describe('Two cells', () => {
  let receiver: Receiver;
  let cells: TwoCells;
  /** One process of each cell. */
  let a: TestApp;
  let b: TestApp;

  beforeAll(async () => {
    receiver = await startReceiver();
    cells = await TwoCells.start({ ...receiver.environment, TRUST_PROXY: 'loopback' });
    ({ a, b } = cells);
  });
  afterAll(async () => {
    await cells.stop();
    await receiver.stop();
  });

  describe('give ids and keys', () => {
    it('that never collide, and name the cell', async () => {
      const [ofA, ofB] = [await partnerIn('a', b), await partnerIn('b', a)];
      expect(ofA.id).toBeLessThan(TwoCells.FIRST_OF_B);
      expect(ofB.id).toBeGreaterThanOrEqual(TwoCells.FIRST_OF_B);
      expect(ofA.key).toMatch(/^lvk_[0-9A-Za-z]{38}$/);
      expect(ofB.key).toMatch(/^lvk_b_[0-9A-Za-z]{38}$/);
      const [one, other] = [await subscribe(b, ofA, receiver), await subscribe(a, ofB, receiver)];
      expect(one.id).toBeLessThan(TwoCells.FIRST_OF_B);
      expect(other.id).toBeGreaterThanOrEqual(TwoCells.FIRST_OF_B);
      expect(await countIn(b, 'webhook_subscription', `id = ${other.id}`)).toBe(1);
      expect(await countIn(a, 'webhook_subscription', `id = ${other.id}`)).toBe(0);
    });

    it('for cells that exist', async () => {
      const { status, body } = await a.internal('POST', '/internal/partner?cell=c', { name: 'Lost' });
      expect([status, body.errors]).toMatchObject([400, [{ parameter: 'cell', code: 'unknown_cell' }]]);
    });
  });

  describe('forward each other’s requests', () => {
    it('with the same answers from either cell', async () => {
      const partner = await partnerIn('b', a);
      const subscription = await subscribe(a, partner, receiver);
      const path = `${SUBSCRIPTIONS}/${subscription.id}`;
      const [here, there] = await Promise.all(
        [b, a].map((app) => app.request('GET', path, { key: partner.key })),
      );
      expect(there?.body).toEqual(here?.body);
      expect(there?.headers.get('etag')).toBe(here?.headers.get('etag'));
      const changed = await a.request('PUT', path, {
        key: partner.key,
        body: { isActive: false },
        headers: { 'if-match': here?.headers.get('etag') ?? '' },
      });
      expect([changed.status, changed.body.isActive]).toEqual([200, false]);
      expect((await a.request('DELETE', path, { key: partner.key })).status).toBe(204);
      expect((await b.request('GET', path, { key: partner.key })).status).toBe(404);
    });

    it('and refuse keys of neither cell', async () => {
      const { key } = await partnerIn('b', a);
      const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
      for (const token of [wrong, key.replace('lvk_b_', 'lvk_c_'), key.replace('lvk_b_', 'lvk_')])
        expect((await a.request('GET', SUBSCRIPTIONS, { key: token })).status).toBe(401);
    });

    it('with bodies of any size, and their refusals', async () => {
      const partner = await partnerIn('b', a);
      const create = (bytes: number) =>
        a.request('POST', '/partner/emailTemplate', {
          key: partner.key,
          body: { name: 'Large', type: 'html', data: `<p>${'x'.repeat(bytes)}</p>` },
        });
      expect((await create(200_000)).status).toBe(201);
      expect((await create(300_000)).status).toBe(400);
      expect((await create(3_000_000)).status).toBe(413);
    });

    it('and read the rest of a refused body, for the next request on the connection', async () => {
      const { key } = await partnerIn('b', a);
      const { hostname, port } = new URL(a.url);
      const socket = connect(Number(port), hostname);
      const authorization = `Host: ${hostname}\r\nAuthorization: Bearer ${key}\r\n`;
      const half = Buffer.alloc(4_000_000, 'x');
      socket.write(
        `POST /partner/emailTemplate HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${2 * half.length}\r\n\r\n`,
      );
      socket.write(half);
      const [head] = await once(socket, 'data');
      expect(String(head)).toMatch(/^HTTP\/1\.1 413 /);
      socket.write(half);
      socket.write(`GET ${SUBSCRIPTIONS} HTTP/1.1\r\n${authorization}Connection: close\r\n\r\n`);
      let rest = '';
      for await (const chunk of socket) rest += chunk;
      expect(rest).toContain('HTTP/1.1 200 ');
    });

    it('with the request’s id, and count the failures of its caller there', async () => {
      const { key } = await partnerIn('b', a);
      const headers = { 'x-request-id': 'hop-1', 'x-forwarded-for': '203.0.113.9' };
      const wrong = `${key.slice(0, -6)}000000`;
      const answer = await a.request('GET', SUBSCRIPTIONS, { key: wrong, headers });
      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, 'hop-1']);
      const found = await b.database.query(`SELECT key FROM rate_limit WHERE key LIKE '%203.0.113.9%'`);
      expect(found.rowCount).toBe(1);
    });

    it('by the tokens of a partner’s identity provider', async () => {
      const partner = await partnerIn('b', a);
      const setting = { issuer: ISSUER, audience: 'livery', algorithms: ['ES256'], publicKey: pem(ec) };
      expect((await a.internal('PUT', `/internal/partner/${partner.id}/jwt`, setting)).status).toBe(201);
      const headers = { authorization: `JWT ${await sign(ec, { alg: 'ES256' })}` };
      expect((await a.request('GET', SUBSCRIPTIONS, { headers })).status).toBe(200);
      const other = await partnerIn('a', b);
      const taken = await b.internal('PUT', `/internal/partner/${other.id}/jwt`, setting);
      expect([taken.status, taken.body.code]).toEqual([409, 'issuer_taken']);
      expect((await a.internal('DELETE', `/internal/partner/${partner.id}/jwt`)).status).toBe(204);
      expect((await a.request('GET', SUBSCRIPTIONS, { headers })).status).toBe(401);
      expect((await b.internal('PUT', `/internal/partner/${other.id}/jwt`, setting)).status).toBe(201);
    });

    it('of the console, whose links name the cell', async () => {
      const partner = await partnerIn('b', a);
      const { body } = await a.internal('POST', `/internal/partner/${partner.id}/portalLink`);
      const link = body.url.split('#link=')[1];
      expect(link).toMatch(/^b\./);
      const session = await a.request('POST', '/console/session', { body: { link } });
      expect([session.status, session.body.partnerName]).toEqual([200, 'Of b']);
      expect((await a.request('GET', SUBSCRIPTIONS, { key: session.body.key })).status).toBe(200);
      expect((await a.request('POST', '/console/session', { body: { link } })).status).toBe(401);
    });

    it('for the public keys of subscriptions', async () => {
      const partner = await partnerIn('b', a);
      const { id } = await subscribe(a, partner, receiver, { signing: 'ed25519' });
      const secret = await a.request('GET', `${SUBSCRIPTIONS}/${id}/secret`, { key: partner.key });
      const { pathname, search } = new URL(secret.body.jwksUrl);
      const keys = await a.request('GET', `${pathname}${search}`);
      expect([keys.status, keys.body.keys.length]).toEqual([200, 1]);
      expect((await b.request('GET', `${pathname}${search}`)).body).toEqual(keys.body);
    });

    it('once, even if their directories disagree about the cell', async () => {
      const { key } = await partnerIn('b', a);
      const answer = await a.request('GET', SUBSCRIPTIONS, { key, headers: { 'livery-hop': 'forged' } });
      expect(answer.status).toBe(401);
    });
  });

  describe('are one for operators', () => {
    it('in the list of partners, page by page', async () => {
      for (const cell of ['a', 'b', 'b']) await partnerIn(cell, a, []);
      const listed: number[] = [];
      let path: string | undefined = '/internal/partner?limit=2';
      while (path !== undefined) {
        const page = await b.internal('GET', path);
        listed.push(...page.body.map(({ id }: Json) => id));
        path = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
      }
      const [ofA, ofB] = [await countIn(a, 'partner'), await countIn(b, 'partner')];
      expect(listed).toHaveLength(ofA + ofB - (await countIn(a, 'partner', 'deleted_at IS NOT NULL')));
      expect(listed).toEqual(listed.toSorted((one, other) => one - other));
    });

    it('when they erase a document', async () => {
      const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a)];
      for (const partner of [ofA, ofB]) await subscribe(a, partner, receiver);
      await report(a, [eventOf(ofA, { typeId: 'erased' }), eventOf(ofB, { typeId: 'erased' })]);
      const { status, body } = await b.internal('DELETE', '/internal/document/erased');
      expect([status, body.events]).toEqual([200, 2]);
    });
  });

  it('compare their directories', async () => {
    const partner = await partnerIn('b', a);
    await a.database.query('DELETE FROM cell_company');
    await a.database.query(`INSERT INTO cell_company (company_id, cell) VALUES (1, 'b')`);
    const { DirectoryService } = await import('../../src/cell/directory.service.js');
    await b.service?.get(DirectoryService, { strict: false }).compare();
    expect(await countIn(a, 'cell_company', `company_id = ${partner.companyId}`)).toBe(1);
    expect(await countIn(a, 'cell_company', 'company_id = 1')).toBe(0);
    await eventually(
      async () => (await b.request('GET', '/metrics')).text,
      (text) => /livery_cell_directory_age_seconds\{cell="a"\} \d/.test(text),
    );
  });
});
