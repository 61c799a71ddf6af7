import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

/** The common part of every 401 and 404: all except the members about the request. */
function common({ instance: _instance, requestId: _requestId, ...rest }: Json): Json {
  return rest;
}

describe('Errors', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  it('are problem+json with exactly the members of RFC 9457 and ours', async () => {
    const answer = await app.request('GET', '/nothing/here?at=all', { headers: { 'x-request-id': 'abc' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
      instance: '/nothing/here',
      code: 'not_found',
      requestId: 'abc',
    });
  });

  it('report all problems of a body at once, each with its JSON Pointer', async () => {
    const { status, body } = await app.request('POST', '/partner/webhookSubscription', {
      key: partner.key,
      body: { type: 'document.burnt', isActive: 'yes', includePaths: ['a', 7], 'a/b~c': 1 },
    });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(new Map(body.errors.map((error: Json) => [error.pointer, error.code]))).toEqual(
      new Map([
        ['/type', 'not_allowed'],
        ['/isActive', 'wrong_type'],
        ['/url', 'required'],
        ['/includePaths/1', 'wrong_type'],
        ['/a~1b~0c', 'unknown_member'],
      ]),
    );
    for (const error of body.errors) expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  it('are one identical 401 for every credential that is not valid', async () => {
    const credentials = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer nonsense',
      `Basic ${partner.key}`,
      `Bearer ${partner.key} ${partner.key}`,
      `Bearer ${partner.key.slice(0, -1)}`,
      `Bearer lvk_${'A'.repeat(38)}`,
      `Bearer ${INTERNAL_TOKEN}`,
      `JWT ${partner.key}`,
      partner.key,
    ];
    const bodies = new Set<string>();
    for (const authorization of credentials) {
      const answer = await app.request('GET', '/partner/webhookSubscription', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      bodies.add(JSON.stringify(common(answer.body)));
    }
    expect(bodies.size).toBe(1);
  });

  it('are sent before the body of a request without a credential is read', async () => {
    const answer = await app.request('POST', '/partner/webhookSubscription', { body: '{"broken' });
    expect(answer.status).toBe(401);
  });

  it('are 403 for a key without the scope', async () => {
    const reader = await app.partner({ scopes: ['read'] });
    const answer = await app.request('POST', '/partner/webhookSubscription', { key: reader.key, body: {} });
    expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing']);
    expect((await app.request('GET', '/partner/webhookSubscription', { key: reader.key })).status).toBe(200);
  });

  it.each(['0', '01', '-1', '+1', '1.0', '1e3', 'abc', '0x10', '%31a', '1%20', '１'])(
    'are 400 for the invalid id %p',
    async (id) => {
      const path = `/partner/webhookSubscription/${encodeURI(id).replaceAll('%25', '%')}`;
      const answer = await app.request('GET', path, { key: partner.key });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: '', parameter: 'id', code: 'invalid_id' }),
      ]);
    },
  );

  it('are one identical 404 for ids that are unknown or too large', async () => {
    const bodies = new Set<string>();
    for (const id of ['1', '2147483647', '2147483648', '9'.repeat(400)]) {
      const answer = await app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key });
      expect(answer.status).toBe(404);
      bodies.add(JSON.stringify(common(answer.body)));
    }
    expect(bodies.size).toBe(1);
  });

  it('are a 404 that names the object, and is the same for every id of it', async () => {
    const detailOf = async (path: string, options: Json = {}) => {
      const { status, body } = await app.request('GET', path, { key: partner.key, ...options });
      expect([path, status, body.type, body.code]).toEqual([path, 404, 'about:blank', 'not_found']);
      return body.detail;
    };
    const template = { type: 'html', data: '<p>Hello</p>' };
    const { body } = await app.request('POST', '/partner/emailTemplate', {
      key: partner.key,
      body: template,
    });
    const details: [path: string, detail: string][] = [
      ['webhookSubscription/99', 'There is no such webhook subscription.'],
      ['webhookSubscription/99/secret', 'There is no such webhook subscription.'],
      ['emailTemplate/99', 'There is no such email template.'],
      ['emailTemplate/99999999999', 'There is no such email template.'],
      [`emailTemplate/${body.id}/versions/7`, 'There is no such version.'],
      ['delivery/msg_x', 'There is no such delivery.'],
      ['email/019b0000-1234-7abc-8def-0123456789ab', 'There is no such email.'],
    ];
    for (const [path, detail] of details) expect(await detailOf(`/partner/${path}`)).toBe(detail);
    const operator: [path: string, detail: string][] = [
      ['9999', 'There is no such partner.'],
      ['9999/company', 'There is no such partner.'],
      [`${partner.id}/apiKey/99`, 'There is no such API key.'],
      [`${partner.id}/jwt`, 'The partner has no JWT setting.'],
    ];
    for (const [path, detail] of operator) {
      expect(await detailOf(`/internal/partner/${path}`, { key: INTERNAL_TOKEN })).toBe(detail);
    }
    const gone = (path: string) =>
      app.request('DELETE', `/partner/emailTemplateAssignment/${path}`, { key: partner.key });
    expect((await gone('document?language=sv&companyId=5')).body.detail).toBe(
      'There is no assignment for the kind document, the language sv and the company 5.',
    );
    expect((await gone('document')).body.detail).toBe(
      'There is no assignment for the kind document, all languages and all companies.',
    );
  });

  it.each(['/partner/%E0%A4%A', '/%', '/partner/webhookSubscription?cursor=%FF', '/partner/%C0%AF'])(
    'are 400 for %p, which cannot be decoded',
    async (path) => {
      const answer = await app.request('GET', path, { key: partner.key });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_url']);
    },
  );

  it('are not a 500 for an address that is too long', async () => {
    const long = await app.request('GET', `/partner/${'x'.repeat(8000)}`, { key: partner.key });
    expect(long.status).toBe(404);
    expect((await app.request('GET', `/${'x'.repeat(40_000)}`)).status).toBe(431);
  });

  it('never show a stack, SQL or a path of the machine', async () => {
    for (const path of ['/nothing', '/partner/webhookSubscription/x', '/%']) {
      const { text } = await app.request('GET', path, { key: partner.key });
      expect(text).not.toMatch(/node_modules|\.ts|\.js|SELECT|at \w+ \(/);
    }
  });
});
