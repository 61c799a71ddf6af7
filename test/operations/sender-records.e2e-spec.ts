import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Json, startApp, type TestApp } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { type NameServer, startNameServer, type Zone } from '../support/name-server.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const pem = ({ privateKey }: typeof rsa) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const published = ({ publicKey }: typeof rsa) =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const KEY_RECORD = `v=DKIM1; k=rsa; p=${published(rsa)}`;
const SPF = 'v=spf1 include:livery.example -all';
const COMPLETE: Zone = {
  'mail.acme.test': { texts: ['google-site-verification=x', SPF] },
  'livery1._domainkey.acme.test': { texts: [KEY_RECORD] },
  '_dmarc.acme.test': { texts: ['v=DMARC1; p=reject'] },
};

describe('The doctor looks up the DNS records of each sender, and finds', () => {
  const secretKeys = `k1:${randomBytes(32).toString('base64')}`;
  let app: TestApp;
  let names: NameServer;
  let partnerId: number;
  beforeAll(async () => {
    app = await startApp({ SECRET_KEYS: secretKeys });
    names = await startNameServer({});
    partnerId = (await app.partner()).id;
  });
  afterAll(async () => {
    await names.stop();
    await app.stop();
  });

  const put = async (dkim: object | null, from = 'documents@mail.acme.test') => {
    const { status } = await app.internal('PUT', `/internal/partner/${partnerId}/sender`, { from, dkim });
    expect([200, 201]).toContain(status);
  };
  const signing = (key = rsa, domain = 'acme.test') => ({
    domain,
    selector: 'livery1',
    privateKey: pem(key),
  });
  const examine = async (zone: Zone): Promise<Json[]> => {
    for (const name of Object.keys(names.zone)) delete names.zone[name];
    Object.assign(names.zone, zone);
    const { out } = await runCommand(['doctor', '--json'], {
      DATABASE_URL: app.database.options.connectionString ?? '',
      SECRET_KEYS: secretKeys,
      WEBHOOK_DNS_SERVERS: names.address,
      MAIL_FROM: 'documents@livery.example',
    });
    const findings: Json[] = JSON.parse(out);
    return findings.filter(({ point }) => point === `sender of partner ${partnerId}`);
  };
  const verdicts = (findings: Json[]) => findings.map(({ verdict }) => verdict);

  it('all of them', async () => {
    await put(signing());
    const findings = await examine(COMPLETE);
    expect(findings.map(({ found }) => found)).toEqual([
      `SPF of mail.acme.test: ${SPF}`,
      'DKIM: livery1._domainkey.acme.test has the public key.',
      'DMARC: _dmarc.acme.test has v=DMARC1; p=reject',
    ]);
    expect(verdicts(findings)).toEqual(['ok', 'ok', 'ok']);
  });

  it('none of them, and prints each record to publish', async () => {
    await put(signing());
    const findings = await examine({});
    expect(verdicts(findings)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(findings.map(({ advice }) => advice)).toEqual([
      'Publish: mail.acme.test. IN TXT "v=spf1 include:livery.example ~all"',
      `Publish: livery1._domainkey.acme.test. IN TXT "${KEY_RECORD}"`,
      'Publish: _dmarc.mail.acme.test. IN TXT "v=DMARC1; p=none"',
    ]);
  });

  it('other records in their places', async () => {
    await put(signing());
    const findings = await examine({
      ...COMPLETE,
      'mail.acme.test': { texts: ['v=spf1 ip4:192.0.2.1 -all'] },
      'livery1._domainkey.acme.test': { texts: [`v=DKIM1; p=${published(weak)}`] },
    });
    expect(findings).toMatchObject([
      {
        verdict: 'warning',
        advice: expect.stringContaining('"v=spf1 include:livery.example ip4:192.0.2.1 -all"'),
      },
      { verdict: 'wrong', found: 'The DKIM record livery1._domainkey.acme.test has another key.' },
      { verdict: 'ok' },
    ]);
    const double = await examine({ ...COMPLETE, 'mail.acme.test': { texts: [SPF, 'v=spf1 -all'] } });
    expect(double[0]).toMatchObject({ verdict: 'wrong', found: expect.stringContaining('2 SPF records') });
    const revoked = await examine({
      ...COMPLETE,
      'livery1._domainkey.acme.test': { texts: ['v=DKIM1; p='] },
    });
    expect(revoked[1]).toMatchObject({ found: expect.stringContaining('revokes the key') });
  });

  it('a weak key, a signature of another domain, and emails that nothing signs', async () => {
    await put(signing(weak, 'other.test'));
    const key = { texts: [`v=DKIM1; k=rsa; p=${published(weak)}`] };
    const findings = await examine({ ...COMPLETE, 'livery1._domainkey.other.test': key });
    expect(verdicts(findings)).toEqual(['ok', 'ok', 'wrong', 'warning', 'ok']);
    expect(findings[2]).toMatchObject({ found: expect.stringContaining('signed for other.test') });
    expect(findings[3]).toMatchObject({ found: expect.stringContaining('less than 2,048 bits') });
    await put(null);
    expect(verdicts(await examine(COMPLETE))).toEqual(['ok', 'warning', 'ok']);
  });

  it('no answer within three seconds', async () => {
    await put(signing());
    const findings = await examine({ '*': 'silence' });
    expect(verdicts(findings)).toEqual(['warning', 'warning', 'warning']);
    expect(findings[0]).toMatchObject({ found: 'SPF of mail.acme.test could not be looked up.' });
  });

  it('the same findings as the partner, with the records to publish', async () => {
    const own = await startApp({
      SECRET_KEYS: secretKeys,
      WEBHOOK_DNS_SERVERS: names.address,
      MAIL_FROM: 'documents@livery.example',
    });
    try {
      const { id, key } = await own.partner();
      const read = async () => (await own.request('GET', '/partner/emailSender', { key })).body;
      expect(await read()).toEqual({
        from: 'documents@livery.example',
        own: false,
        dkim: null,
        records: [],
        checkedAt: null,
      });
      for (const name of Object.keys(names.zone)) delete names.zone[name];
      Object.assign(names.zone, { ...COMPLETE, '_dmarc.acme.test': 'nxdomain' });
      const set = (from: string) =>
        own.internal('PUT', `/internal/partner/${id}/sender`, { from, dkim: signing() });
      await set('documents@mail.acme.test');
      const before = names.questions.length;
      const found = await read();
      expect(found).toMatchObject({
        from: 'documents@mail.acme.test',
        own: true,
        dkim: { domain: 'acme.test', selector: 'livery1' },
        records: [
          { record: 'SPF', verdict: 'ok', publish: null, advice: null },
          { record: 'DKIM', verdict: 'ok', publish: null },
          {
            record: 'DMARC',
            verdict: 'wrong',
            publish: { name: '_dmarc.mail.acme.test', value: 'v=DMARC1; p=none' },
          },
        ],
      });
      expect(JSON.stringify(found)).not.toContain('PRIVATE');
      const asked = names.questions.length;
      expect(asked).toBeGreaterThan(before);
      // The findings are cached for a while, and belong to the sender as it was.
      expect(await read()).toEqual(found);
      expect(names.questions.length).toBe(asked);
      await set('others@acme.test');
      expect((await read()).records).toMatchObject([{ record: 'SPF', verdict: 'wrong' }, {}, {}]);
    } finally {
      await own.stop();
    }
  });

  it('the same through the command line that sets the sender', async () => {
    const environment = {
      DATABASE_URL: app.database.options.connectionString ?? '',
      SECRET_KEYS: secretKeys,
    };
    const partner = String(partnerId);
    const set = await runCommand(
      ['sender', 'set', '--partner', partner, '--from', 'a@acme.test', '--json'],
      environment,
    );
    expect(JSON.parse(set.out)).toMatchObject({ from: 'a@acme.test', dkim: null });
    const show = await runCommand(['sender', 'show', '--partner', partner], environment);
    expect(show.out).toContain('a@acme.test');
    expect((await runCommand(['sender', 'remove', '--partner', partner], environment)).code).toBe(0);
    expect(await examine(COMPLETE)).toEqual([]);
  });
});
