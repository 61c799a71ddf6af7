import { type Json, startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';

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
        message: 'Is not a known member.',
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
        unknown('/includePath', 'Is not a known member. Did you mean "includePaths"?'),
        unknown('/authdata', 'Is not a known member. Did you mean "authData"?'),
        unknown('/colour', 'Is not a known member.'),
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
});
