import { mailsTo } from '../email/emails.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('The contacts of a partner', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp(await relay.environment());
  });
  beforeEach(async () => {
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  function call(method: string, path = '', body?: Json, headers: Record<string, string> = {}) {
    const options = { key: partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/contact${path}`, options);
  }

  /** The path of the link in the newest confirmation email to an address. */
  async function linkTo(address: string, count = 1): Promise<string> {
    const mails = await mailsTo(relay, address, count);
    const link = /https?:\/\/\S+\/contact\/confirmation\/\S+/.exec(mails.at(-1)?.parsed.text ?? '')?.[0];
    return new URL(link ?? '').pathname;
  }

  it('are created, listed, changed and deleted', async () => {
    const fields = {
      email: 'ops@acme.example',
      language: 'en',
      notices: ['subscription.failing', 'email.bounced'],
    };
    const made = await call('POST', '', fields);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/partner/contact/${made.body.id}`]);
    expect(made.body).toEqual({
      id: expect.any(Number),
      ...fields,
      confirmedAt: null,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    });
    expect((await call('GET')).body).toEqual([made.body]);
    expect((await call('GET', `/${made.body.id}`)).body).toEqual(made.body);
    const changed = await call('PUT', `/${made.body.id}`, { language: 'sv', notices: [] });
    expect(changed.body).toMatchObject({
      email: fields.email,
      language: 'sv',
      notices: [],
      confirmedAt: null,
    });
    const same = await call('PUT', `/${made.body.id}`, changed.body);
    expect([same.body, same.headers.get('etag')]).toEqual([changed.body, changed.headers.get('etag')]);
    const stale = { 'if-match': made.headers.get('etag') ?? '' };
    expect((await call('PUT', `/${made.body.id}`, { notices: [] }, stale)).status).toBe(412);
    expect((await call('DELETE', `/${made.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/${made.body.id}`)).status).toBe(404);
    expect((await call('GET')).body).toEqual([]);
  });

  it('are confirmed by their owners with a link that works once', async () => {
    const { id } = (await call('POST', '', { email: 'owner@acme.example', language: 'sv' })).body;
    const [mail] = await mailsTo(relay, 'owner@acme.example');
    expect(mail?.parsed.subject).toBe('Bekräfta din adress för Test partner');
    const link = await linkTo('owner@acme.example');
    expect((await call('GET', `/${id}`)).body.confirmedAt).toBeNull();
    await app.request('HEAD', link);
    expect((await call('GET', `/${id}`)).body.confirmedAt).toBeNull();
    const page = await app.request('GET', link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('owner@acme.example är bekräftad.');
    expect(page.headers.get('content-security-policy')).not.toContain('script');
    expect((await call('GET', `/${id}`)).body.confirmedAt).toEqual(TIMESTAMP);
    expect((await app.request('GET', link)).status).toBe(404);
    // The email is in no partner's log, because readers of the log could confirm the address.
    expect((await app.request('GET', '/partner/email', { key: partner.key })).body).toEqual([]);
  });

  it('must be confirmed again when the address changes, and the former link is invalid', async () => {
    const { id } = (await call('POST', '', { email: 'former@acme.example', language: 'en' })).body;
    const former = await linkTo('former@acme.example');
    await call('PUT', `/${id}`, { email: 'latter@acme.example' });
    expect((await app.request('GET', former)).status).toBe(404);
    const latter = await linkTo('latter@acme.example');
    expect((await app.request('GET', latter)).status).toBe(200);
    const changed = await call('PUT', `/${id}`, { email: 'third@acme.example' });
    expect(changed.body.confirmedAt).toBeNull();
  });

  it('are sent another link as long as they are not confirmed, and the former link is void', async () => {
    const { id } = (await call('POST', '', { email: 'again@acme.example', language: 'en' })).body;
    const former = await linkTo('again@acme.example');
    const asked = await call('POST', `/${id}/confirmation`);
    expect([asked.status, asked.body.confirmedAt]).toEqual([200, null]);
    const latter = await linkTo('again@acme.example', 2);
    expect((await app.request('GET', former)).status).toBe(404);
    expect((await app.request('GET', latter)).status).toBe(200);
    const refused = await call('POST', `/${id}/confirmation`);
    expect([refused.status, refused.body.code]).toEqual([409, 'already_confirmed']);
    expect((await call('POST', '/2000000000/confirmation')).status).toBe(404);
  });

  it('are not confirmed after 24 hours, or with an unknown token', async () => {
    await call('POST', '', { email: 'late@acme.example', language: 'en' });
    const link = await linkTo('late@acme.example');
    const { rows } = await app.database.query<{ hours: number }>(
      `UPDATE contact SET token_expires_at = token_expires_at - interval '24 hours' WHERE email = 'late@acme.example'
       RETURNING extract(epoch FROM token_expires_at - created_at)::int AS hours`,
    );
    expect(rows).toEqual([{ hours: 0 }]);
    expect((await app.request('GET', link)).status).toBe(404);
    expect((await app.request('GET', '/contact/confirmation/none')).status).toBe(404);
  });

  it('are refused with every invalid member, and for an address that already exists', async () => {
    const refused = await call('POST', '', {
      email: 'a@b.example, c@d.example',
      language: 'de',
      notices: ['email.bounced', 'email.bounced', 'more'],
      more: 1,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ pointer }: Json) => pointer)).toEqual([
      '/email',
      '/language',
      '/notices/1',
      '/notices/2',
      '/more',
    ]);
    await call('POST', '', { email: 'one@acme.example', language: 'en' });
    const again = await call('POST', '', { email: 'ONE@acme.example', language: 'en' });
    expect([again.status, again.body.code]).toEqual([409, 'contact_exists']);
  });

  it('cause at most 20 confirmation emails an hour', async () => {
    const statuses = [];
    for (let number = 0; number < 21; number += 1) {
      const answer = await call('POST', '', { email: `n${number}@acme.example`, language: 'en' });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    // A repetition with the same key gets the answer of its own time, not the refusal again.
    const last = { email: 'last@acme.example', language: 'en' };
    const key = { 'idempotency-key': 'the-last-contact' };
    expect((await call('POST', '', last, key)).status).toBe(429);
    await app.database.query(`DELETE FROM rate_limit WHERE key LIKE 'confirmation_email:%'`);
    expect((await call('POST', '', last, key)).status).toBe(201);
  });

  it('can be set by operators too, and are inaccessible to other partners', async () => {
    const path = `/internal/partner/${partner.id}/contact`;
    const made = await app.internal('POST', path, { email: 'set@acme.example', language: 'en', notices: [] });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${path}/${made.body.id}`]);
    expect((await app.internal('GET', path)).body).toEqual([made.body]);
    const owner = partner;
    partner = await app.partner();
    expect((await call('GET')).body).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${made.body.id}`)).status).toBe(404);
    partner = owner;
    expect((await call('GET')).body).toEqual([made.body]);
    const changed = await app.internal('PUT', `${path}/${made.body.id}`, { notices: ['email.bounced'] });
    expect(changed.body.notices).toEqual(['email.bounced']);
    expect((await app.internal('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    expect((await app.internal('GET', '/internal/partner/2000000000/contact')).status).toBe(404);
  });
});
