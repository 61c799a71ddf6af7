import { gzipSync } from 'node:zlib';
import { startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';
import { rawRequest } from '../support/raw-request.js';

const PATH = '/partner/webhookSubscription';

describe('Bodies', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const valid = {
    type: 'document.sent',
    isActive: true,
    url: 'https://hooks.partner.example/',
    includePaths: ['id'],
  };
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
    app.request('POST', PATH, { key: partner.key, body, headers });
  const outcome = ({ status, body }: TestAnswer) => [status, body.code];

  it('are required to create an object', async () => {
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}/1`],
    ] as const) {
      const answer = await app.request(method, path, { key: partner.key });
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [{ pointer: '', code: 'required', message: 'A JSON body is required.' }],
      ]);
    }
    expect((await app.internal('POST', '/internal/event')).status).toBe(400);
  });

  it('are ignored by DELETE and GET', async () => {
    const { body: created } = await post(valid);
    const path = `${PATH}/${created.id}`;
    const withBody = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${partner.key}\r\ncontent-length: 4\r\n\r\n{bro`;
    expect(await rawRequest(app.url, withBody)).toMatch(/^HTTP\/1.1 200 /);
    const headers = { 'content-type': 'text/plain' };
    const deleted = await app.request('DELETE', path, { key: partner.key, body: '{broken', headers });
    expect(deleted.status).toBe(204);
  });

  it('are not required by PATCH, with any content type, and refused if they are not empty', async () => {
    const { body: created } = await post(valid);
    const path = `${PATH}/${created.id}`;
    const patch = (body: string, type = 'application/json') =>
      app.request('PATCH', path, { key: partner.key, body, headers: { 'content-type': type } });
    await app.request('DELETE', path, { key: partner.key });
    for (const body of ['{"isActive":false}', '{"id":1}', '[1]', '{broken']) {
      for (const type of ['application/json', 'text/plain']) {
        expect(outcome(await patch(body, type))).toEqual([400, 'unexpected_body']);
      }
    }
    expect(outcome(await patch(' '.repeat(2 * 1024 * 1024 + 1)))).toEqual([413, 'body_too_large']);
    expect((await app.request('GET', path, { key: partner.key })).status).toBe(404);
    for (const body of ['', '{}', ' {\n} ']) {
      expect((await patch(body, 'text/plain')).status).toBe(200);
    }
  });

  it('are refused by a POST or PUT without a body, because their members would be ignored', async () => {
    const { body: created } = await post(valid);
    const key = partner.key;
    const account = `/internal/partner/${partner.id}`;
    const calls: readonly ((body?: string) => ReturnType<typeof post>)[] = [
      (body) => app.request('POST', `${PATH}/${created.id}/secret/rotate`, { key, body }),
      (body) => app.request('POST', `${PATH}/${created.id}/test`, { key, body }),
      (body) => app.internal('POST', `${account}/portalLink`, body),
      (body) => app.internal('PUT', `${account}/company/4711`, body),
    ];
    for (const call of calls) {
      expect(outcome(await call('{"scopes":["read"]}'))).toEqual([400, 'unexpected_body']);
      for (const body of [undefined, '', '{}']) expect((await call(body)).status).toBeLessThan(300);
    }
  });

  it('of more than 2 MiB are refused for partners, by their length and without one', async () => {
    const padded = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
    const limit = 2 * 1024 * 1024;
    expect((await post(padded(limit))).body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/x', code: 'unknown_member' }),
    );
    expect(outcome(await post(padded(limit + 1)))).toEqual([413, 'body_too_large']);
    expect(outcome(await post(padded(20 * 1024 * 1024)))).toEqual([413, 'body_too_large']);
    const chunk = 'x'.repeat(64 * 1024);
    const chunked =
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${partner.key}\r\n` +
      `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n` +
      `${`10000\r\n${chunk}\r\n`.repeat(40)}0\r\n\r\n`;
    expect(await rawRequest(app.url, chunked)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('of events may have up to 32 MiB', async () => {
    const events = (bytes: number) => `[{"x":"${'x'.repeat(bytes - 10)}"}]`;
    const limit = 32 * 1024 * 1024;
    expect((await app.internal('POST', '/internal/event', events(limit))).status).toBe(400);
    expect((await app.internal('POST', '/internal/event', events(limit + 1))).status).toBe(413);
  });

  it('must be application/json, in UTF-8, uncompressed', async () => {
    const text = JSON.stringify(valid);
    const refused: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json;charset="iso-8859-1"' },
      { 'content-type': 'nonsense' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
    ];
    for (const headers of refused) {
      expect([headers, (await post(text, headers)).status]).toEqual([headers, 415]);
    }
    expect((await post(gzipSync(text), { 'content-encoding': 'gzip' })).status).toBe(415);
    const accepted: Record<string, string>[] = [
      { 'content-type': 'application/json; charset=utf-8' },
      { 'content-type': 'Application/JSON;charset="UTF-8"' },
      { 'content-encoding': 'identity' },
    ];
    for (const headers of accepted)
      expect([headers, (await post(text, headers)).status]).toEqual([headers, 201]);
  });

  it('without a content type are refused', async () => {
    const text = JSON.stringify(valid);
    const request = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${partner.key}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
    expect(await rawRequest(app.url, request)).toMatch(/^HTTP\/1.1 415 /);
  });

  it('that are cut off do not change anything', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${partner.key}\r\ncontent-type: application/json\r\n`;
    expect(await rawRequest(app.url, `${head}content-length: 100\r\n\r\n{"type":`, 'half-close')).not.toMatch(
      / 500 /,
    );
    await rawRequest(app.url, `${head}content-length: 100\r\n\r\n{"type":`, 'hang-up');
    await rawRequest(app.url, `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"typ`, 'hang-up');
    expect(
      await rawRequest(app.url, `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'half-close'),
    ).not.toMatch(/ 500 /);
    for (const length of ['-1', 'x', '1e3', '99999999999999999999']) {
      expect(await rawRequest(app.url, `${head}content-length: ${length}\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 4/);
    }
    expect(await rawRequest(app.url, Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]))).toMatch(/^HTTP\/1.1 400 /);
    expect((await app.request('GET', '/health/live')).status).toBe(200);
  });
});
