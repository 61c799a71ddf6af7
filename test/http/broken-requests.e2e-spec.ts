import { once } from 'node:events';
import { connect } from 'node:net';
import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { rawRequest, readAnswer } from '../support/raw-request.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEAD = 'POST /internal/event? HTTP/1.1\r\nHost: x\r\n';
const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
const TOKEN = `Authorization: Bearer ${INTERNAL_TOKEN}\r\nContent-Type: application/json\r\n`;

interface Refusal {
  readonly bytes: string | Buffer;
  readonly status: number;
  readonly code: string;
  /** Present if it could be read. */
  readonly path?: string;
}

const invalid = (bytes: string | Buffer): Refusal => ({ bytes, status: 400, code: 'invalid_http' });

/** Requests that Node would answer by itself, or not at all. */
const refusals: Readonly<Record<string, Refusal>> = {
  'no HTTP': invalid('HELO mail.example\r\n\r\n'),
  TLS: invalid(Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 13, 10, 13, 10])),
  'HTTP/2': invalid('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'an unknown version': invalid('GET / HTTP/3.0\r\nHost: x\r\n\r\n'),
  'a method in small letters': invalid('get / HTTP/1.1\r\nHost: x\r\n\r\n'),
  'an address with a space': invalid('GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'),
  'a header without a colon': invalid(`${GET}nonsense\r\n\r\n`),
  'a control character in a header': invalid(`${GET}X: a\0b\r\n\r\n`),
  'two lengths': invalid(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'a length and chunks': invalid(`${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  'a length that is no number': invalid(`${HEAD}Content-Length: -2\r\n\r\n{}`),
  'oversized headers': {
    bytes: `${GET}X: ${'x'.repeat(20_000_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'an oversized address': {
    bytes: `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  ...Object.fromEntries(
    ['', 'a b', 'a@b', 'a/b', 'a,b/', 'x:port', 'x:65536', '[::1', '[1.2.3.4]', '::1', 'x%2', 'å'].map(
      (host) => [
        `the Host "${host}"`,
        {
          bytes: `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          status: 400,
          code: 'invalid_host',
          path: '/health/live',
        },
      ],
    ),
  ),
  'no Host': {
    bytes: 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
    status: 400,
    code: 'missing_host',
    path: '/health/live',
  },
  'no Host where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nConnection: close\r\n${TOKEN}\r\n`,
    status: 400,
    code: 'missing_host',
    path: '/internal/event',
  },
  'several Hosts': {
    bytes: `${GET}Connection: close\r\nhost: elsewhere\r\n\r\n`,
    status: 400,
    code: 'repeated_host',
    path: '/health/live',
  },
  'several Hosts where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n${TOKEN}\r\n`,
    status: 400,
    code: 'repeated_host',
    path: '/internal/event',
  },
  'more header fields than are read': {
    bytes: `${GET}Connection: close\r\n${'a: b\r\n'.repeat(1_999)}\r\n`,
    status: 431,
    code: 'headers_too_large',
    path: '/health/live',
  },
  'a transfer coding besides chunked': {
    bytes: `${HEAD}Connection: close\r\n${TOKEN}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    status: 501,
    code: 'unsupported_transfer_encoding',
    path: '/internal/event',
  },
  'a transfer coding besides chunked where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${TOKEN}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    status: 501,
    code: 'unsupported_transfer_encoding',
    path: '/internal/event',
  },
  'an unknown expectation': {
    bytes: `${GET}Connection: close\r\nExpect: the-best\r\n\r\n`,
    status: 417,
    code: 'expectation_failed',
    path: '/health/live',
  },
  'an address without a host': {
    bytes: 'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    status: 404,
    code: 'not_found',
  },
  'a tunnel': { bytes: 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', status: 404, code: 'not_found' },
};

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

  it.each(Object.entries(refusals))(
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
