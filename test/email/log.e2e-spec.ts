import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo } from './emails.js';

describe('The log of emails', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;

  const list = (query: string, key = partner.key) => app.request('GET', `/partner/email${query}`, { key });
  const recipients = (log: Json[]) => log.map(({ to }) => to.split('@')[0]);

  beforeAll(async () => {
    relay = await SmtpReceiver.start({
      answer: (to) =>
        to.startsWith('bad')
          ? { to: 'recipient', status: 550 }
          : to.startsWith('later')
            ? { to: 'recipient', status: 450 }
            : undefined,
    });
    app = await startApp({ ...(await relay.environment()), EMAIL_RETRY_SCHEDULE: '1h' });
    partner = await app.partner({ companies: [61, 62] });
    const links = { documentLink: { href: 'https://x.example/' }, pdfLink: { href: 'https://x.example/' } };
    await report(
      app,
      eventOf(partner, {
        id: 'evt-a',
        typeId: 'a',
        emails: [emailTo('a@x.example'), emailTo('bad@x.example')],
      }),
    );
    await report(
      app,
      eventOf(partner, {
        companyId: 62,
        emails: [{ kind: 'clientPdf', to: 'B@x.example', language: 'sv', ...links }],
      }),
    );
    await report(
      app,
      eventOf(partner, { type: 'document.viewed', typeId: 'c', emails: [emailTo('later@x.example')] }),
    );
    await eventually(
      async () => (await list('')).body,
      (log) => log.every(({ attemptCount }: Json) => attemptCount === 1),
    );
  });

  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  it('is newest first and has all members of each email', async () => {
    const { body } = await list('');
    expect(recipients(body)).toEqual(['later', 'B', 'bad', 'a']);
    expect(body[3]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventId: 'evt-a',
      type: 'document.accepted',
      typeId: 'a',
      companyId: 61,
      kind: 'document',
      to: 'a@x.example',
      language: 'en',
      subject: 'You have received a document: Offer',
      fromName: expect.any(String),
      replyTo: null,
      test: false,
      resendOf: null,
      templateId: null,
      status: 'succeeded',
      bounce: null,
      fallback: null,
      attemptCount: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      nextAttemptAt: null,
      lastStatus: 250,
      lastError: null,
    });
    expect(body[0].nextAttemptAt).not.toBeNull();
  });

  it.each([
    ['status=pending', ['later']],
    ['status=succeeded', ['B', 'a']],
    ['status=failed', ['bad']],
    ['kind=clientPdf', ['B']],
    ['type=document.viewed', ['later']],
    ['to=b@X.example', ['B']],
    ['typeId=a', ['bad', 'a']],
    ['companyId=62', ['B']],
    ['since=2000-01-01T00:00:00Z&kind=document', ['later', 'bad', 'a']],
    ['until=2000-01-01T00:00:00Z', []],
  ])('can be narrowed with %s', async (query, expected) => {
    expect(recipients((await list(`?${query}`)).body)).toEqual(expected);
  });

  it('finds the same with every pair of filters as in the whole log', async () => {
    const whole: Json[] = (await list('')).body;
    const values: Record<string, unknown[]> = {
      kind: ['document', 'clientPdf'],
      status: ['pending', 'succeeded', 'failed'],
      type: ['document.accepted', 'document.viewed', 'document.voided'],
      to: ['a@x.example', 'B@x.example', 'none@x.example'],
      typeId: ['a', 'c', 'none'],
      companyId: [61, 62, 63],
    };
    const filters = Object.entries(values).flatMap(([member, of]) => of.map((value) => ({ member, value })));
    for (const one of filters) {
      for (const other of filters) {
        if (one.member >= other.member) continue;
        const query = `?${one.member}=${String(one.value)}&${other.member}=${String(other.value)}`;
        const expected = whole.filter(
          (email) => email[one.member] === one.value && email[other.member] === other.value,
        );
        expect([query, (await list(query)).body]).toEqual([query, expected]);
      }
    }
  });

  it('finds an email by its document in a row that does not name it, of an earlier version', async () => {
    const { rowCount } = await app.database.query(
      `UPDATE email SET type_id = NULL WHERE partner_id = $1 AND recipient = 'bad@x.example' AND type_id = 'a'`,
      [partner.id],
    );
    expect(rowCount).toBe(1);
    expect(recipients((await list('?typeId=a')).body)).toEqual(['bad', 'a']);
    expect((await list('?typeId=none')).body).toEqual([]);
  });

  it('has pages linked by the Link header', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/partner/email?limit=1&typeId=a';
    while (next !== undefined) {
      const answer: Json = await app.request('GET', next, { key: partner.key });
      seen.push(...recipients(answer.body));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(app.url, '');
    }
    expect(seen).toEqual(['bad', 'a']);
  });

  it.each([
    'kind=x',
    'type=x',
    'status=sent',
    'companyId=0',
    'since=yesterday',
    'typeId=a%00',
    'to=%00',
    'cursor=1',
    'limit=501',
    'more=1',
  ])('refuses %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('shows no other partner’s emails, and none of companies without a partner', async () => {
    const stranger = await app.partner();
    const [{ id }] = (await list('')).body;
    await report(
      app,
      eventOf({ id: 0, key: '', companyId: 888_002 }, { emails: [emailTo('none@x.example')] }),
    );
    expect((await list('', stranger.key)).body).toEqual([]);
    const foreign = await app.request('GET', `/partner/email/${id}`, { key: stranger.key });
    const unknown = await app.request('GET', '/partner/email/nothing', { key: stranger.key });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(recipients((await list('')).body)).not.toContain('none');
  });

  it('has a tag for each email', async () => {
    const [{ id }] = (await list('')).body;
    const { headers } = await app.request('GET', `/partner/email/${id}`, { key: partner.key });
    expect(headers.get('etag')).toBeTruthy();
  });
});
