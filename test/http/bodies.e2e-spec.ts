import { gzipSync } from 'node:zlib';
import { type Json, startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';
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

  it('that are not JSON are refused with the position, without repeating the text', async () => {
    const { body } = await post('{"name": "x",\n  "data": "<p>\nsecret</p>"}');
    expect(body.detail).toBe('The body is not valid JSON: see line 2, column 15.');
  });

  it('that are not JSON in UTF-8 are refused', async () => {
    for (const body of ['{', '', ' ', 'undefined', "{'a':1}", '{"a":1,}', '{"a":NaN}', '[1]]', '\u0000']) {
      expect([body, (await post(body)).status]).toEqual([body, 400]);
    }
    expect(outcome(await post('{'))).toEqual([400, 'invalid_json']);
    for (const bytes of [
      Buffer.from([0xff]),
      Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
      Buffer.from('{}', 'utf16le'),
    ]) {
      expect((await post(bytes)).status).toBe(400);
    }
    expect(outcome(await post(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])))).toEqual([400, 'invalid_utf8']);
  });

  it('may begin with a byte order mark', async () => {
    expect((await post(`\uFEFF${JSON.stringify(valid)}`)).status).toBe(201);
  });

  it('are refused with NUL and lone surrogates anywhere in them', async () => {
    const { body, status } = await post(
      '{"url":"a\\u0000b","conditions":{"\\ud800":1,"a":["\\udc00x"]},"includePaths":["😀"]}',
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({ pointer: '/url', code: 'unstorable_text' }),
      expect.objectContaining({ pointer: '/conditions', code: 'unstorable_text' }),
      expect.objectContaining({ pointer: '/conditions/a/0', code: 'unstorable_text' }),
      expect.objectContaining({ pointer: '/type', code: 'required' }),
      expect.objectContaining({ pointer: '/isActive', code: 'required' }),
    ]);
  });

  it('are refused with numbers beyond a double', async () => {
    const wrong = JSON.stringify({ ...valid, isActive: 1 }).slice(0, -1);
    const { body, status } = await post(`${wrong},"more":0,"conditions":{"a":1e400,"b":-1e400,"c":1e308}}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({ pointer: '/conditions/a', code: 'out_of_range' }),
      expect.objectContaining({ pointer: '/conditions/b', code: 'out_of_range' }),
      expect.objectContaining({ pointer: '/isActive', code: 'wrong_type' }),
      expect.objectContaining({ pointer: '/more', code: 'unknown_member' }),
    ]);
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('may be nested 32 deep, not 33', async () => {
    const path = '/partner/emailTemplate/validate';
    const validate = (body: string) => app.request('POST', path, { key: partner.key, body });
    expect((await validate(nested(32))).body.errors[0].code).toBe('wrong_type');
    expect((await validate(nested(33))).body.errors[0].code).toBe('too_deep');
    const event = (depth: number) => `{"data":{"a":${nested(depth)}}}`;
    const [fits, exceeds] = [event(30), event(31)].map((body) =>
      app.internal('POST', '/internal/event', body),
    );
    expect((await fits!).body.errors.map(({ code }: Json) => code)).not.toContain('too_deep');
    expect((await exceeds!).body.errors[0]).toMatchObject({
      pointer: `/data/a${'/0'.repeat(30)}`,
      code: 'too_deep',
    });
  });

  it('may contain conditions that are themselves nested 32 deep', async () => {
    const conditions = (depth: number) =>
      post(`${JSON.stringify(valid).slice(0, -1)},"conditions":{"a":${nested(depth)}}}`);
    const pointers = ({ body }: TestAnswer) => (body.errors ?? []).map(({ pointer }: Json) => pointer);
    expect(pointers(await conditions(31))).not.toContain(`/conditions/a${'/0'.repeat(30)}`);
    const tooDeep = await conditions(32);
    expect([tooDeep.status, tooDeep.body.errors[0]]).toEqual([
      400,
      {
        pointer: `/conditions/a${'/0'.repeat(31)}`,
        code: 'too_deep',
        message: 'Must not be nested deeper than 33 levels.',
      },
    ]);
    for (const text of [nested(34), nested(500_000), '['.repeat(2_000_000), '{"a":'.repeat(300_000)]) {
      expect((await post(text)).body.errors[0].code).toBe('too_deep');
    }
    expect((await post(`{"x":"${'['.repeat(5000)}"}`)).body.errors[0].pointer).not.toBe('');
  });

  it('must be objects', async () => {
    for (const body of [null, [], 'text', 1, true]) {
      const answer = await post(JSON.stringify(body));
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '', code: 'wrong_type' })],
      ]);
    }
  });

  it('treat names of the prototype as unknown members', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
      const answer = await post(`{"${name}":{"isActive":true,"url":"https://a.example/"}}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual({
        pointer: `/${name}`,
        code: 'unknown_member',
        message: 'Is not known here.',
      });
      expect(answer.body.errors).toContainEqual(
        expect.objectContaining({ pointer: '/url', code: 'required' }),
      );
    }
    expect(({} as Record<string, unknown>)['isActive']).toBeUndefined();
  });

  it('ignore read-only members with any value, and refuse other unknown ones', async () => {
    const readOnly = {
      id: 'x',
      createdAt: 7,
      updatedAt: null,
      lastActiveAt: {},
      health: [],
      deletedReason: true,
    };
    const created = await post({ ...valid, ...readOnly });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const put = await app.request('PUT', `${PATH}/${id}`, { key: partner.key, body: readOnly });
    expect([put.status, put.body]).toEqual([200, { ...created.body, updatedAt: put.body.updatedAt }]);
    expect((await post({ ...valid, partnerId: 1 })).status).toBe(400);
    const event = await app.internal('POST', '/internal/event', { health: {} });
    expect(event.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/health', code: 'unknown_member' }),
    );
  });

  it('get a suggestion for an unknown member that resembles a known one, at most 20 times', async () => {
    const unknown = (pointer: string, message: string) => ({ pointer, code: 'unknown_member', message });
    const misspelt = await post({ ...valid, includePath: [], authdata: null, colour: 1 });
    expect([misspelt.status, misspelt.body.errors]).toEqual([
      400,
      [
        unknown('/includePath', 'Is not known here. Did you mean "includePaths"?'),
        unknown('/authdata', 'Is not known here. Did you mean "authData"?'),
        unknown('/colour', 'Is not known here.'),
      ],
    ]);
    const event = await app.internal('POST', '/internal/event', { typID: 'a', dta: {} });
    expect(event.body.errors).toEqual(
      expect.arrayContaining([
        unknown('/typID', 'Is not a member of an event. Did you mean "typeId"?'),
        unknown('/dta', 'Is not a member of an event. Did you mean "data"?'),
      ]),
    );
    const names = Array.from({ length: 30 }, (_, index) => [`conditions${index}`, 1]);
    const { body } = await post({ ...valid, ...Object.fromEntries(names) });
    const hints = body.errors.filter(({ message }: Json) => message.includes('Did you mean "conditions"?'));
    expect([body.errors.length, hints.length]).toEqual([30, 20]);
  });

  it('can be representations that were read before', async () => {
    const { body: created } = await post({
      ...valid,
      authType: 'basicauth',
      authData: { username: 'u', password: 'p' },
    });
    const path = `${PATH}/${created.id}`;
    const read = await app.request('GET', path, { key: partner.key });
    const put = await app.request('PUT', path, { key: partner.key, body: read.text });
    expect([put.status, put.body]).toEqual([200, { ...read.body, updatedAt: put.body.updatedAt }]);
  });

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
