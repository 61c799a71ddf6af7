import { once } from 'node:events';
import { connect } from 'node:net';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { rawRequest, readAnswer } from '../support/raw-request.js';
import { GET, HEAD, invalidRequests, TOKEN } from './invalid-requests.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('A request that is not valid HTTP', () => {
  const lines: Json[] = [];
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const ask = async (bytes: string | Buffer, then?: 'half-close') =>
    readAnswer(await rawRequest(app.url, bytes, then));
  const lineOf = async (requestId: string): Promise<Json> => {
    for (;;) {
      const line = lines.find((one) => one.requestId === requestId && one.msg === 'request');
      if (line !== undefined) return line;
      await new Promise(setImmediate);
    }
  };

  it.each(Object.entries(invalidRequests))(
    'is answered with a problem and the end of the connection: %s',
    async (_name, { bytes, status, code, path = '*' }) => {
      const answer = await ask(bytes);
      expect(answer.body).toEqual({
        type: 'about:blank',
        title: expect.stringMatching(/^[A-Z]/),
        status,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        instance: path,
        code,
        requestId: expect.stringMatching(UUID),
      });
      expect([answer.status, answer.rest]).toEqual([status, '']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        connection: 'close',
        'x-request-id': answer.body.requestId,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
      });
      expect(await lineOf(answer.body.requestId)).toMatchObject({ level: 'info', route: '-', status });
    },
  );

  it('is answered with the parser’s reason, without repeating the request', async () => {
    const { body } = await ask(
      `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\nX-Key: ${partner.key}\r\n\r\n`,
    );
    expect(body.detail).toBe('The request is not valid HTTP: Duplicate Content-Length.');
  });

  it('is answered if it ends within its headers', async () => {
    expect((await ask('GET / HTTP/1.1\r\nHo', 'half-close')).body.code).toBe('invalid_http');
  });

  it('is answered with its own id and path if it ends within its body', async () => {
    const chunked = `X-Request-Id: mine\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const bodies = { 'zz\r\n': 'invalid_http', [`2;${'x'.repeat(100_000)}\r\n`]: 'body_too_large' };
    for (const [body, code] of Object.entries(bodies)) {
      const answer = await ask(`${HEAD}${TOKEN}${chunked}${body}`);
      expect(answer.body).toMatchObject({ code, instance: '/internal/event', requestId: 'mine' });
      expect(answer.headers.get('connection')).toBe('close');
    }
    const halved = await ask(`${HEAD}${TOKEN}Content-Length: 9\r\n\r\n{"id"`, 'half-close');
    expect(halved.body).toMatchObject({ status: 400, code: 'invalid_http', instance: '/internal/event' });
  });

  it('is not logged as an internal error if it ends while it is being answered', async () => {
    const list = `GET /partner/webhookSubscription HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${partner.key}\r\n`;
    const answer = await ask(`${list}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(answer.body).toMatchObject({ status: 400, instance: '/partner/webhookSubscription' });
    // The handler must not log an error later either, so this request follows its query.
    await app.request('GET', '/partner/webhookSubscription', { key: partner.key });
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it('is answered after the requests before it on the same connection', async () => {
    const list = `GET /partner/webhookSubscription HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${partner.key}\r\n\r\n`;
    const first = await ask(`${list}${GET}\r\nnonsense\r\n\r\n`);
    expect([first.status, first.body]).toEqual([200, []]);
    const second = readAnswer(first.rest);
    expect([second.status, second.body]).toEqual([200, { status: 'ok' }]);
    const third = readAnswer(second.rest);
    expect([third.status, third.body.code, third.rest]).toEqual([400, 'invalid_http', '']);
  });

  it('may have an absolute address instead of a path', async () => {
    for (const address of ['http://x/health/live', 'HTTPS://x:1/health/live?']) {
      const answer = await ask(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    }
  });

  it.each([
    'x',
    'x:',
    'x:65535',
    'a.example:3000',
    '10.0.0.1',
    '[::1]:80',
    '[::ffff:1.2.3.4]',
    'a_b',
    'a%20b',
  ])('is not one whose Host is %s', async (host) => {
    const head = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect((await ask(head)).status).toBe(200);
  });

  it('is not one that has exactly the allowed number of header fields', async () => {
    const head = `${GET}Connection: close\r\n${'a: b\r\n'.repeat(1_998)}\r\n`;
    expect((await ask(head)).status).toBe(200);
  });

  it('logs no internal error for an unsupported transfer coding', async () => {
    const { body } = await ask(
      `${HEAD}Connection: close\r\n${TOKEN}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    );
    await lineOf(body.requestId);
    expect(lines.filter(({ requestId, level }) => requestId === body.requestId && level !== 'info')).toEqual(
      [],
    );
  });

  it('is answered once, however many bytes follow', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('latin1');
    const chunks: string[] = [];
    socket.on('data', (chunk: string) => chunks.push(chunk));
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'data');
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(readAnswer(chunks.join(''))).toMatchObject({ status: 400, rest: '' });
  });

  it('has no effect if its caller has disconnected', async () => {
    for (const bytes of ['GET / HTTP/1.1\r\nHo', 'nonsense\r\n\r\n', `${GET}Content-Length: 9\r\n\r\n`]) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect((await app.request('GET', '/health/live')).status).toBe(200);
  });
});
