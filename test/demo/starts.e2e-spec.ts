import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { noteSecretsOfSettings, noteSecret } from '../support/seen-log.js';
import { databaseReader, testDatabase } from '../support/test-database.js';
import { NPM_START, DemoService } from './demo-service.js';

const PATIENCE_MS = 120_000;
const SECRET_KEYS = `test:${Buffer.alloc(32).toString('base64')}`;
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write('Skipping the lines to paste: there is no curl.\n');

/** The status of a GET with another host name, which a foreign page could make a browser send. */
function statusOf(port: number, route: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: route, headers: { host } }, ({ statusCode }) =>
      resolve(statusCode),
    ).on('error', reject);
  });
}

let around: string;
let dataDir: string;
const running: DemoService[] = [];

function start(settings: Readonly<Record<string, string>>, ...words: string[]): DemoService {
  const started = DemoService.with(settings, words);
  running.push(started);
  return started;
}

beforeAll(async () => {
  around = await mkdtemp(path.join(os.tmpdir(), 'livery-demo-'));
  // As root, the database runs under another account, which has to reach its folder.
  await chmod(around, 0o755);
  dataDir = path.join(around, 'data');
});

afterAll(async () => {
  await Promise.all(running.map((one) => one.end('SIGKILL')));
  await rm(around, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const inDemo = (name: string) => path.join(dataDir, 'demo', name);
const apiKey = () => readFileSync(inDemo('api-key'), 'utf8').trim();

/** Files of secrets must not appear in a log: neither keys, nor lines of a certificate's key or of an email. */
function noteSecretsOfFile(file: string): void {
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) noteSecret(line.trim());
}

describe('The first start', () => {
  it(
    'shows a webhook that failed and then arrived signed, and an email, and exits with 0',
    async () => {
      const check = start({ DATA_DIR: dataDir }, NPM_START, '--check');
      expect([await check.end(), check.stderr]).toEqual([0, '']);
      expect(check.stdout).toMatch(/attempt 1 +503 .*refused on purpose/);
      expect(check.stdout).toMatch(/attempt 2 +204 .*signature ok, basic credentials ok/);
      const [, file = ''] =
        /email +to ada@client\.example, made with template 1: (.*)/.exec(check.stdout) ?? [];
      expect(readFileSync(file, 'utf8')).toContain('Subject: Your accepted offer');
      const secrets = [
        inDemo('api-key'),
        inDemo('receiver-identity.pem'),
        inDemo('receiver-password'),
        path.join(dataDir, 'internal-token'),
        path.join(dataDir, 'secret-keys'),
        file,
      ];
      for (const secret of secrets) noteSecretsOfFile(secret);
      noteSecretsOfSettings({ SECRET_KEYS: readFileSync(path.join(dataDir, 'secret-keys'), 'utf8').trim() });
      expect(check.stdout.split(apiKey())).toHaveLength(2);
      expect(new Set(secrets.map((secret) => statSync(secret).mode & 0o777))).toEqual(new Set([0o600]));
    },
    PATIENCE_MS,
  );
});

describe('A first start with a public address', () => {
  it(
    'shows the email as a file, and offers no mailbox, which would be public',
    async () => {
      const settings = { DATA_DIR: path.join(around, 'public'), PUBLIC_URL: 'https://livery.example' };
      const check = start(settings, '--check');
      expect([await check.end(), check.stderr]).toEqual([0, '']);
      expect(check.stdout).toMatch(/email +to ada@client\.example, made with template 1: .+\.eml/);
      expect(check.stdout).not.toMatch(/mailbox +http/);
    },
    PATIENCE_MS,
  );
});

describe('A later start', () => {
  let service: DemoService;
  let url: string;

  beforeAll(async () => {
    service = start({ DATA_DIR: dataDir });
    url = await service.printed(/API documentation +(.*)\/docs/);
  }, PATIENCE_MS);

  const read = async (route: string, token: string): Promise<unknown> =>
    (await fetch(url + route, { headers: { authorization: `Bearer ${token}` } })).json();

  it('keeps the data, creates nothing twice and does not show the key again', async () => {
    const token = readFileSync(path.join(dataDir, 'internal-token'), 'utf8').trim();
    expect(service.stdout).toContain('The demo is there from an earlier start');
    expect(service.stdout).not.toContain(apiKey());
    expect(service.stdout).not.toContain(token);
    const link = new RegExp(`console +${url}/console#link=(\\S{43})  `).exec(service.stdout)?.[1];
    expect(link).toBeDefined();
    noteSecret(link);
    expect(await read('/internal/partner', token)).toHaveLength(1);
    expect(await read('/internal/partner/1/apiKey', token)).toHaveLength(1);
    expect(await read('/partner/emailTemplate', apiKey())).toHaveLength(1);
    expect(await read('/partner/webhookSubscription', apiKey())).toHaveLength(1);
    expect(await read('/partner/delivery', apiKey())).toHaveLength(1);
  });

  (hasCurl ? it : it.skip)('shows lines that work when they are pasted into a shell', async () => {
    await service.printed(/sent-by-hand.*\n/);
    const lines = service.stdout.match(/^ +curl .*$/gm) ?? [];
    const answers = lines.map((line) => JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' })));
    expect(answers).toEqual([
      [expect.objectContaining({ status: 'succeeded', attemptCount: 2 })],
      { accepted: [expect.objectContaining({ duplicate: false, deliveries: 1 })] },
    ]);
    await service.printed(
      /got a webhook: signature ok, basic credentials ok, answered 204\n.*"Sent by hand"/,
    );
  });

  it('shows the emails in a mailbox, to this machine only', async () => {
    const list = await fetch(`${url}/mailbox`);
    const html = await list.text();
    expect(html).toContain('ada@client.example');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [, id = ''] = /\/mailbox\/([0-9a-f-]{36})/.exec(html) ?? [];
    const email = await (await fetch(`${url}/mailbox/${id}`)).text();
    expect(email).toContain('<iframe sandbox=""');
    expect(email).toContain('List-Unsubscribe');
    const look = await fetch(`${url}/mailbox/${id}/html`);
    expect(look.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await look.text()).toContain('Hello Ada,');
    expect((await fetch(`${url}/mailbox/none`)).status).toBe(404);
    expect(await (await fetch(`${url}/mailbox?q=nobody`)).text()).toContain('No email matches this search.');
    const found = await (await fetch(`${url}/mailbox/list?q=ADA@client`)).json();
    expect(found).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
    const source = await (await fetch(`${url}/mailbox/${id}?view=source&device=none`)).text();
    expect(source).toContain('multipart/');
    const file = await fetch(`${url}/mailbox/${id}/eml`);
    expect(file.headers.get('content-disposition')).toContain(`${id}.eml`);
    expect(await (await fetch(url)).text()).toContain('href="/mailbox"');
    const { port } = new URL(url);
    for (const route of ['/mailbox', '/mailbox/list', `/mailbox/${id}/eml`]) {
      expect(await statusOf(Number(port), route, `rebound.example:${port}`)).toBe(404);
    }
  });

  it('reports in one sentence that its port is taken, and leaves no trace', async () => {
    const elsewhere = path.join(around, 'elsewhere');
    const second = start({ DATA_DIR: elsewhere, PORT: new URL(url).port });
    expect(await second.end()).toBe(1);
    expect(second.stderr).toMatch(/^Livery does not start: Port \d+ of 127\.0\.0\.1 is taken\.[^\n]*\n$/);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('ends in order with a signal', async () => {
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.stderr).toBe('');
  });
});

describe('No demo', () => {
  it(
    'is created in a given database, and npm passes signals on and ends with the service',
    async () => {
      const database = await testDatabase();
      const service = start({ DATABASE_URL: database.url, SECRET_KEYS, LOG_LEVEL: 'warn' }, NPM_START);
      await service.printed(/Livery runs at/);
      expect(service.stdout).toContain('no demo is created');
      const pool = databaseReader(database.url);
      const { rows } = await pool.query('SELECT count(*) AS partners FROM partner');
      await pool.end();
      expect(rows).toEqual([{ partners: 0 }]);
      expect(await service.end('SIGTERM')).toBe(0);
      await database.drop();
    },
    PATIENCE_MS,
  );

  it('is created in a data folder with other content, and a check then fails', async () => {
    const folder = path.join(around, 'taken');
    await mkdir(folder);
    await writeFile(path.join(folder, 'something'), '');
    const check = start({ DATA_DIR: folder }, '--check');
    expect(await check.end()).toBe(1);
    expect(check.stderr).toMatch(/There is nothing to check\. .* has other data already/);
    expect(existsSync(path.join(folder, 'demo'))).toBe(false);
  });
});
