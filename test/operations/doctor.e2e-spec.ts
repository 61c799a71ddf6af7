import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Json, startApp, type TestApp } from '../support/app.js';
import { testAuthority } from '../support/certificates.js';
import { runCommand } from '../support/command.js';
import { NameServer, startNameServer } from '../support/name-server.js';
import { SmtpReceiver } from '../support/smtp.js';

const POINTS = [
  'settings',
  'database',
  'writing',
  'pooler',
  'role',
  'migrations',
  'durability',
  'clock',
  'secrets',
  'dns',
  'smtp',
  'event source',
  'data folder',
  'disk',
];
const PASSWORD = 'password-of-the-mail-account';

describe('The doctor', () => {
  const secretKeys = `k1:${randomBytes(32).toString('base64')}`;
  let app: TestApp;
  let names: NameServer;
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({ SECRET_KEYS: secretKeys });
    names = await startNameServer({});
    folder = await mkdtemp(path.join(tmpdir(), 'livery-doctor-'));
    environment = {
      DATABASE_URL: app.database.options.connectionString ?? '',
      SECRET_KEYS: secretKeys,
      WEBHOOK_DNS_SERVERS: names.address,
      DATA_DIR: folder,
      MAIL_FROM: 'documents@livery.example',
    };
  });
  afterAll(async () => {
    await names.stop();
    await app.stop();
    await rm(folder, { recursive: true });
  });

  const examine = async (env: Record<string, string> = {}) => {
    const { code, out, err } = await runCommand(['doctor', '--json'], { ...environment, ...env });
    const findings: Json[] = JSON.parse(out);
    const of = (point: string) => findings.find((finding) => finding.point === point);
    return { code, out, err, findings, of };
  };

  it('checks every point, and exits with 1 exactly if one is wrong', async () => {
    const { code, err, findings, of } = await examine();
    expect(new Set(findings.map(({ point }) => point))).toEqual(new Set(POINTS));
    for (const point of [
      'settings',
      'database',
      'role',
      'migrations',
      'clock',
      'secrets',
      'dns',
      'smtp',
      'event source',
    ]) {
      expect(of(point)).toMatchObject({ verdict: 'ok', advice: null });
    }
    // The database of the tests may be configured not to wait for the disk.
    const wrongs = findings.filter(({ verdict }) => verdict === 'wrong');
    expect(wrongs.filter(({ point }) => point !== 'durability')).toEqual([]);
    const { rows } = await app.database.query(`SHOW fsync`);
    expect(wrongs.some(({ found }) => found === 'fsync is off.')).toBe(rows[0].fsync === 'off');
    expect(code).toBe(wrongs.length > 0 ? 1 : 0);
    expect(err === '').toBe(wrongs.length === 0);
  });

  it('prints its findings with advice', async () => {
    const silent = { ...environment, WEBHOOK_DNS_SERVERS: '127.0.0.1:9' };
    const { code, out, err } = await runCommand(['doctor'], silent);
    expect(code).toBe(1);
    expect(out).toMatch(/^ok {5}settings {6}They are valid\.$/m);
    expect(out).toMatch(
      /^wrong {2}dns {11}No name server answers \(127\.0\.0\.1:9\); all deliveries are deferred\.$/m,
    );
    expect(out).toMatch(/^ +→ Check \/etc\/resolv\.conf, or set WEBHOOK_DNS_SERVERS\.$/m);
    expect(err).toMatch(/^\d points? (is|are) wrong\.\n$/);
  });

  it('reports every fault of the settings, and then checks nothing else', async () => {
    const { code, findings } = await examine({ PORT: 'x', WEBHOOK_TIMEOUT_MS: '1' });
    expect(code).toBe(1);
    expect(findings).toEqual([
      expect.objectContaining({ point: 'settings', verdict: 'wrong', found: expect.stringMatching(/^PORT/) }),
      expect.objectContaining({ point: 'settings', found: expect.stringMatching(/^WEBHOOK_TIMEOUT_MS/) }),
    ]);
  });

  it('reports a database that cannot be reached, without its password', async () => {
    const { code, out, of } = await examine({ DATABASE_URL: 'postgres://user:hidden@127.0.0.1:9/livery' });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('ECONNREFUSED'),
    });
    expect(out).not.toContain('hidden');
  });

  it('runs no migration that is missing', async () => {
    const { rows } = await app.database.query(
      `DELETE FROM migrations WHERE name LIKE 'PortalLink%' RETURNING *`,
    );
    const { of } = await examine();
    expect(of('migrations')).toMatchObject({
      verdict: 'warning',
      found: expect.stringContaining('PortalLink'),
    });
    expect(of('secrets')).toBeUndefined();
    const { rowCount } = await app.database.query(`SELECT FROM migrations WHERE name LIKE 'PortalLink%'`);
    expect(rowCount).toBe(0);
    await app.database.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      rows[0].timestamp,
      rows[0].name,
    ]);
  });

  it('reports secrets that no key opens, and those that an older key opens', async () => {
    const { key } = await app.partner();
    const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] };
    await app.request('POST', '/partner/webhookSubscription', { key, body });
    const newKey = `k2:${randomBytes(32).toString('base64')}`;
    const lost = await examine({ SECRET_KEYS: newKey });
    expect(lost.of('secrets')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringMatching(/^1 cannot be/),
    });
    const both = await examine({ SECRET_KEYS: `${newKey},${secretKeys}` });
    expect(both.of('secrets')).toMatchObject({
      verdict: 'warning',
      advice: expect.stringContaining('secrets rotate'),
    });
  });

  describe('checks the mail server, and finds', () => {
    const login = { user: 'livery', pass: PASSWORD };
    let relay: SmtpReceiver;
    afterEach(() => relay.stop());

    const examineMail = async (env: Record<string, string> = {}, user = login) =>
      (await examine({ ...(await relay.environment(user)), ...env })).of('smtp');

    it('one that accepts emails', async () => {
      relay = await SmtpReceiver.start({ login });
      expect(await examineMail()).toMatchObject({
        verdict: 'ok',
        found: expect.stringContaining('over TLS'),
      });
      expect([relay.connections, relay.refusedLogins, relay.mails]).toEqual([1, 0, []]);
    });

    it('one that refuses the password, without showing it', async () => {
      relay = await SmtpReceiver.start({ login });
      const refused = await examineMail({}, { user: 'livery', pass: 'guess' });
      expect(refused).toMatchObject({
        verdict: 'wrong',
        found: 'The mail server does not accept the credentials (535).',
      });
      expect(JSON.stringify(refused)).not.toContain('guess');
      expect(relay.refusedLogins).toBe(1);
    });

    it('one whose certificate is for another name or from an unknown authority, before the password is sent', async () => {
      const credentials = await (await testAuthority()).sign({ names: ['elsewhere.test'] });
      relay = await SmtpReceiver.start({ login: { user: 'livery', pass: 'another' }, credentials });
      const untrusted = {
        verdict: 'wrong',
        found: expect.stringContaining('its TLS cannot be trusted'),
      };
      expect(await examineMail()).toMatchObject(untrusted);
      await relay.stop();
      await relay.listen({ credentials: await (await testAuthority()).sign() });
      expect(await examineMail({ SMTP_CA_FILE: '' })).toMatchObject(untrusted);
      expect(relay.refusedLogins).toBe(0);
      expect(await examineMail()).toMatchObject({ found: expect.stringContaining('credentials (535)') });
    });

    it('one without TLS, where SMTP_URL allows that', async () => {
      relay = await SmtpReceiver.start({ isPlain: true, login });
      expect(await examineMail()).toMatchObject({
        verdict: 'ok',
        found: expect.stringContaining('without TLS as SMTP_URL allows'),
      });
      const { SMTP_URL = '' } = await relay.environment();
      expect(await examineMail({ SMTP_URL: SMTP_URL.replace('smtp:', 'smtps:') })).toMatchObject({
        verdict: 'wrong',
      });
    });

    it('none', async () => {
      relay = await SmtpReceiver.start();
      const environment = await relay.environment();
      await relay.stop();
      expect((await examine(environment)).of('smtp')).toMatchObject({
        verdict: 'wrong',
        found: expect.stringContaining('does not answer'),
      });
    });
  });

  it('reports secrets in the data folder that others can read', async () => {
    const file = path.join(folder, 'secret-keys');
    await writeFile(file, 'k1:…', { mode: 0o600 });
    expect((await examine()).of('data folder')).toMatchObject({ verdict: 'ok' });
    await chmod(file, 0o644);
    expect((await examine()).of('data folder')).toMatchObject({
      verdict: 'wrong',
      advice: expect.stringContaining(`chmod 600 ${file}`),
    });
  });

  it('creates nothing on an empty machine', async () => {
    const fresh = path.join(folder, 'not', 'yet');
    const { code, of } = await examine({ DATABASE_URL: '', DATA_DIR: fresh });
    expect(code).toBe(0);
    expect(of('database')).toMatchObject({ verdict: 'ok' });
    expect(of('data folder')).toMatchObject({ found: `${fresh} is created when it is first needed.` });
    expect(await readdir(folder)).not.toContain('not');
  });

  it('reports a data folder that cannot be made', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '', { mode: 0o600 });
    const below = path.join(file, 'data');
    expect((await examine({ DATA_DIR: file })).of('data folder')).toMatchObject({
      verdict: 'wrong',
      found: `${file} is not a folder.`,
    });
    expect((await examine({ DATA_DIR: below })).of('data folder')).toMatchObject({
      verdict: 'wrong',
      found: `${below} cannot be created: this account cannot create a folder in ${file}.`,
    });
  });
});
