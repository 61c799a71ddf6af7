import { INTERNAL_TOKEN, type Json, startApp, type TestApp } from '../support/app.js';
import { rawRequest } from '../support/raw-request.js';

const EVENT = { id: 'e-1', type: 'document.sent', typeId: 'd', companyId: 1, data: { a: 1 } };

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that the shortcut answers, refuses, or passes to the route. */
const requests: Readonly<Record<string, Sent & { readonly status: number }>> = {
  'an event': { status: 202, body: JSON.stringify(EVENT) },
  'an array': { status: 202, body: JSON.stringify([EVENT, { ...EVENT, id: 'e-2' }]) },
  'every problem of an event': { status: 400, body: '{"type":"x","more":1}' },
  'no body': { status: 400 },
  'a body that is not JSON': { status: 400, body: '{' },
  'a body that is not UTF-8': { status: 400, body: '{"a":"\u00ff"}' },
  'text that cannot be stored': { status: 400, body: JSON.stringify({ ...EVENT, data: { a: '\0' } }) },
  'forbidden text beside other problems': { status: 400, body: '[{"type":"\\u0000"},{"companyId":0}]' },
  'a number that is too large': { status: 400, body: '{"data":1e999}' },
  'too much nesting': { status: 400, body: `${'['.repeat(40)}${']'.repeat(40)}` },
  'absurd nesting': { status: 400, body: '['.repeat(5_000) },
  'an empty array': { status: 400, body: '[]' },
  'another format': { status: 415, body: '<a/>', headers: { 'content-type': 'text/xml' } },
  'a compressed body': { status: 415, body: 'x', headers: { 'content-encoding': 'gzip' } },
  'a body that would be too large': { status: 413, headers: { 'content-length': '40000000' } },
  'no token': { status: 401, body: '{}', headers: { authorization: '' } },
  'a wrong token': { status: 401, body: '{}', headers: { authorization: 'Bearer x' } },
  'an Idempotency-Key': { status: 202, body: JSON.stringify(EVENT), headers: { 'idempotency-key': 'k' } },
  'the method GET': { status: 405, method: 'GET' },
  'the method DELETE': { status: 405, method: 'DELETE' },
};

describe('The shortcut of reported events', () => {
  const lines: Json[] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    // From here on the events of these requests are known, so the answers stay the same.
    await app.internal('POST', '/internal/event', [EVENT, { ...EVENT, id: 'e-2' }]);
  });
  afterAll(() => app.stop());

  /** The answer without the parts that differ between requests. */
  const answerTo = async (path: string, { method = 'POST', headers = {}, body = '' }: Sent) => {
    const all = {
      host: 'x',
      connection: 'close',
      'x-request-id': 'one',
      authorization: `Bearer ${INTERNAL_TOKEN}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body, 'latin1')),
      ...headers,
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
    const [answered = '', content = ''] = (await rawRequest(app.url, Buffer.from(text, 'latin1'))).split(
      '\r\n\r\n',
    );
    const [status, ...fields] = answered.split('\r\n').filter((line) => !line.startsWith('Date: '));
    return { status, fields: fields.toSorted(), content };
  };

  it.each(Object.entries(requests))('answers as the route does: %s', async (_name, sent) => {
    // With a question mark, the request is passed to the route.
    const expected = await answerTo('/internal/event?', sent);
    expect(expected.status).toContain(` ${sent.status} `);
    expect(await answerTo('/internal/event', sent)).toEqual(expected);
  });

  it('reports forbidden text together with every other problem', async () => {
    const events = [
      { ...EVENT, typeId: 'a\0', companyId: 0 },
      { ...EVENT, type: 'x' },
    ];
    const { status, body } = await app.internal('POST', '/internal/event', events);
    expect([status, body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)]).toEqual([
      400,
      ['/0/typeId unstorable_text', '/0/companyId out_of_range', '/1/type not_allowed'],
    ]);
  });

  it('writes the same line to the log', async () => {
    const lineOf = async (path: string, requestId: string): Promise<Json> => {
      await answerTo(path, { body: JSON.stringify(EVENT), headers: { 'x-request-id': requestId } });
      for (;;) {
        const line = lines.find((one) => one.requestId === requestId && one.msg === 'request');
        if (line !== undefined) return { ...line, time: null, durationMs: null, requestId: null };
        await new Promise(setImmediate);
      }
    };
    const line = await lineOf('/internal/event', 'short');
    expect(line).toMatchObject({ method: 'POST', route: '/internal/event', status: 202 });
    expect(line).toEqual(await lineOf('/internal/event?', 'long'));
  });
});
