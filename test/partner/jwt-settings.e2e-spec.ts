import { startApp, type TestApp } from '../support/app.js';
import { AUDIENCE, ec, ISSUER, pem, rsa, TokenPartner } from './token-partner.js';

describe('The JWT setting of a partner', () => {
  let app: TestApp;
  let partner: TokenPartner;
  beforeAll(async () => void (app = await startApp()));
  beforeEach(async () => void (partner = await TokenPartner.create(app)));
  afterEach(() => partner.remove());
  afterAll(() => app.stop());

  it('with a public key, changed, and removed', async () => {
    const fields = { publicKey: pem(rsa), algorithms: ['RS256', 'PS256'] };
    const created = await partner.set(fields);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/internal/partner/${partner.id}/jwt`);
    expect(created.body).toEqual({ issuer: ISSUER, audience: AUDIENCE, jwksUrl: null, ...fields });
    const read = await partner.get();
    expect(read.body).toEqual(created.body);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    const sent = await partner.set(read.body);
    expect([sent.status, sent.body]).toEqual([200, read.body]);
    expect(sent.headers.get('etag')).toBe(created.headers.get('etag'));

    const changed = await partner.set({ publicKey: pem(ec), algorithms: ['ES256'] });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
    const removed = await partner.remove();
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await partner.get()).status).toBe(404);
    expect((await partner.remove()).status).toBe(404);
  });

  it.each([
    [{}, ['/algorithms required', '/publicKey required']],
    [{ publicKey: null, jwksUrl: null, algorithms: ['RS256'] }, ['/publicKey required']],
    [{ publicKey: pem(rsa), algorithms: [] }, ['/algorithms too_short']],
    [
      { publicKey: pem(rsa), jwksUrl: 'https://id.acme.test/keys', algorithms: ['RS256'] },
      ['/publicKey not_allowed'],
    ],
    [{ publicKey: pem(rsa), algorithms: ['ES256'] }, ['/publicKey invalid_key']],
    [
      { publicKey: pem(rsa), algorithms: ['HS256', 'none'] },
      ['/algorithms/0 not_allowed', '/algorithms/1 not_allowed'],
    ],
    [{ publicKey: 'x', algorithms: ['RS256'], issuer: '' }, ['/issuer too_short', '/publicKey invalid_key']],
    [
      { publicKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }), algorithms: ['RS256'] },
      ['/publicKey invalid_key'],
    ],
    [{ publicKey: 7, algorithms: 'RS256' }, ['/algorithms wrong_type', '/publicKey wrong_type']],
    [{ jwksUrl: 'http://id.acme.test/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
    [{ jwksUrl: 'https://10.0.0.1/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
    [{ jwksUrl: 'https://169.254.169.254/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
    [
      { jwksUrl: 7, algorithms: ['RS256'], audience: 'x'.repeat(1025) },
      ['/audience too_long', '/jwksUrl wrong_type'],
    ],
    [{ publicKey: pem(rsa), algorithms: ['RS256'], secret: 'x' }, ['/secret unknown_member']],
  ])('not with %#', async (fields, problems) => {
    const answer = await partner.set(fields);
    expect(answer.status).toBe(400);
    const found = answer.body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
    expect(found.sort()).toEqual(problems);
    expect((await partner.get()).status).toBe(404);
  });

  it('for one partner only under the same issuer and audience', async () => {
    const fields = { publicKey: pem(rsa), algorithms: ['RS256'] };
    await partner.set(fields);
    const other = (await app.internal('POST', '/internal/partner', { name: 'Other' })).body.id;
    const taken = await app.internal('PUT', `/internal/partner/${other}/jwt`, {
      issuer: ISSUER,
      audience: AUDIENCE,
      ...fields,
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'issuer_taken']);
    expect((await app.internal('GET', `/internal/partner/${other}/jwt`)).status).toBe(404);
  });

  it('only in the state that If-Match names', async () => {
    const fields = { publicKey: pem(rsa), algorithms: ['RS256'] };
    const send = (method: string, tag: string, body?: object) =>
      app.request(method, `/internal/partner/${partner.id}/jwt`, {
        headers: { authorization: 'Bearer internal-token-of-the-tests', 'if-match': tag },
        ...(body !== undefined && { body: { issuer: ISSUER, audience: AUDIENCE, ...body } }),
      });
    expect((await send('PUT', '*', fields)).status).toBe(412);
    const tag = (await partner.set(fields)).headers.get('etag') ?? '';
    expect((await send('PUT', '"other"', fields)).status).toBe(412);
    expect((await send('DELETE', '"other"')).status).toBe(412);
    expect((await send('PUT', tag, { publicKey: pem(ec), algorithms: ['ES256'] })).status).toBe(200);
    expect((await send('DELETE', tag)).status).toBe(412);
    expect((await send('DELETE', '*')).status).toBe(204);
  });
});
