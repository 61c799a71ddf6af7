import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { eventually } from '../delivery/deliveries.js';
import { TestApp } from '../support/app.js';
import { ServiceProcess, serviceProcess } from '../support/service-process.js';
import { SmtpReceiver } from '../support/smtp.js';
import { databaseReader, type TestDatabase, testDatabase } from '../support/test-database.js';

const NETWORK = fileURLToPath(new URL('compose-network.mjs', import.meta.url));
const INTERNAL_TOKEN = 'internal-token-of-the-tests';

describe('The service of compose.yaml', () => {
  let mail: SmtpReceiver;
  let database: TestDatabase;
  let dataDir: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    mail = await SmtpReceiver.start({ isPlain: true });
    database = await testDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'livery-compose-'));
    const mailPort = new URL((await mail.environment())['SMTP_URL'] ?? '').port;
    service = await serviceProcess({
      ...environmentOf('livery', {
        SECRET_KEYS: `first:${randomBytes(32).toString('base64')}`,
        INTERNAL_TOKEN,
      }),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${NETWORK}`,
      COMPOSE_HOST: `mail:1025=${mailPort}`,
    });
    await service.start();
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await mail.stop();
    await database.drop().catch(() => undefined);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('starts, sends an email through a mail catcher without STARTTLS, and survives the loss of its database', async () => {
    const pool = databaseReader(database.url);
    const app = new TestApp(service.url, pool, () => pool.end());
    const { companyId } = await app.partner();
    const reported = await app.internal('POST', '/internal/event', {
      type: 'document.sent',
      typeId: 'doc-1',
      companyId,
      data: { id: 'doc-1' },
      emails: [
        {
          kind: 'document',
          to: 'ada@client.example',
          language: 'en',
          link: { href: 'https://documents.example/1' },
        },
      ],
    });
    expect([reported.status, reported.body.accepted?.[0].emails]).toEqual([202, 1]);
    const [letter] = await eventually(
      async () => mail.mails,
      (mails) => mails.length > 0,
    );
    expect(letter).toMatchObject({ from: 'livery@mail.example', to: 'ada@client.example', isSecure: false });

    expect(await healthCheck(service.port)).toBe(0);
    await app.stop();
    await database.drop();
    await eventually(
      async () => (await fetch(`${service.url}/health/ready`)).status,
      (status) => status === 503,
    );
    expect(await healthCheck(service.port)).toBe(0);
    await service.end('SIGKILL');
    expect(await healthCheck(service.port)).toBe(1);
  });
});

describe('The images of Dockerfile and compose.yaml', () => {
  it('are pinned by version and digest', () => {
    const bases = [...contentOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const { services } = parse(contentOf('compose.yaml'));
    const images = Object.values<{ image?: string }>(services).flatMap(({ image }) => image ?? []);
    expect([bases.length, images.length]).toEqual([3, 2]);
    for (const image of [...bases, ...images]) expect(image).toMatch(/:v?\d+\.\d+[^@]*@sha256:[\da-f]{64}$/);
  });
});

/** The environment of a service in compose.yaml, with the variables of the caller. */
function environmentOf(service: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  const { services } = parse(contentOf('compose.yaml'));
  const entries = Object.entries<string>(services[service].environment);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable) => variables[variable] ?? ''),
    ]),
  );
}

/** The exit status of the health check of the image. */
async function healthCheck(port: number): Promise<number> {
  const [, command] = /^HEALTHCHECK (?:.*\\\n)+? *CMD (\[.*\])$/m.exec(contentOf('Dockerfile')) ?? [];
  const [program, ...args]: string[] = JSON.parse(command ?? '');
  expect(program).toBe('node');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PORT: String(port) } }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

function contentOf(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}
