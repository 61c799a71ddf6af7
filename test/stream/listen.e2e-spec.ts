import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { startApp, type Json, TestApp, type TestPartner } from '../support/app.js';
import { freePort, serviceProcess } from '../support/service-process.js';
import { testDatabase } from '../support/test-database.js';

const CLI = fileURLToPath(new URL('../../dist/service/cli.js', import.meta.url));

/** `livery listen` in a process of its own. */
class Listening {
  readonly lines: string[] = [];
  errors = '';
  /** Resolves when it has ended and all of its output has arrived. */
  private readonly closed: Promise<unknown>;

  constructor(private readonly child: ChildProcess) {
    this.closed = once(child, 'close');
    createInterface({ input: child.stdout! }).on('line', (line) => this.lines.push(line));
    child.stderr!.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  static of(words: readonly string[], key: string): Listening {
    const env = { PATH: process.env['PATH'], LIVERY_KEY: key };
    return new Listening(spawn(process.execPath, [CLI, 'listen', ...words], { env }));
  }

  has(line: RegExp): Promise<readonly string[]> {
    return eventually(
      async () => [...this.lines, this.errors],
      (lines) => lines.some((text) => line.test(text)),
    );
  }

  async ended(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }

  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended();
  }
}

describe('livery listen', () => {
  let app: TestApp;
  let partner: TestPartner;
  let server: Server;
  let target: string;
  const arrived: { headers: Record<string, string>; body: Buffer }[] = [];
  let status = 204;

  beforeAll(async () => {
    app = await startApp();
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      arrived.push({ headers: Object.fromEntries(headers), body: await buffer(request) });
      response.writeHead(status).end();
    };
    server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    target = `http://localhost:${port}/webhooks`;
  });
  afterAll(async () => {
    server.close();
    await app.stop();
  });
  beforeEach(async () => {
    arrived.splice(0);
    status = 204;
    partner = await app.partner({ scopes: ['read'] });
  });

  const listen = (...words: string[]) =>
    Listening.of(['--url', app.url, '--forward', target, ...words], partner.key);
  const verified = (secret: string): Json[] =>
    arrived.map(({ headers, body }) => new Webhook(secret).verify(body, headers));

  it('forwards events as signed webhooks, a line for each, and ends with Ctrl-C', async () => {
    const listening = listen('--type', 'document.accepted,document.denied');
    const [, line = ''] = await listening.has(/^Connected\.$/);
    const secret = /whsec_\S+/.exec(line)?.[0] ?? '';
    const data = { id: 'doc-1', data: { name: 'Årsredovisning', amount: 12.5 } };
    await report(app, [
      eventOf(partner, { typeId: 'doc-1', data }),
      eventOf(partner, { typeId: 'doc-2', type: 'document.sent' }),
    ]);
    await listening.has(/ 204 \d+ ms$/);
    status = 500;
    await report(app, eventOf(partner, { typeId: 'doc-3', type: 'document.denied' }));
    await listening.has(/ 500 \d+ ms$/);
    expect(verified(secret)).toEqual([
      {
        type: 'document.accepted',
        typeId: 'doc-1',
        source: 'webhookSubscription',
        sourceId: 0,
        companyId: partner.companyId,
        createdAt: expect.any(String),
        data,
      },
      expect.objectContaining({ type: 'document.denied', typeId: 'doc-3' }),
    ]);
    expect(Object.keys(arrived[0]?.headers ?? {}).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(listening.lines.slice(3)).toEqual([
      expect.stringMatching(/^\S+Z document\.accepted msg_\S{27} 204 \d+ ms$/),
      expect.stringMatching(/^\S+Z document\.denied msg_\S{27} 500 \d+ ms$/),
    ]);
    expect((await app.request('GET', '/partner/delivery', { key: partner.key })).body).toEqual([]);
    expect(await listening.interrupt()).toBe(0);
    expect(listening.errors).toBe('');
  });

  it('continues at its place after an outage of the service, with a given secret and JSON lines', async () => {
    const database = await testDatabase();
    const environment = {
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    };
    const service = await serviceProcess(environment);
    await service.start();
    const remote = new TestApp(service.url, app.database, async () => undefined);
    const owner = await remote.partner();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const words = ['--url', service.url, '--forward', target, '--secret', secret, '--json'];
    const listening = Listening.of(words, owner.key);
    await listening.has(/Connected/);
    await report(remote, eventOf(owner, { typeId: 'before' }));
    await listening.has(/"status":204/);
    await service.end('SIGKILL');
    await listening.has(/trying again/);
    await service.start();
    await report(remote, eventOf(owner, { typeId: 'after' }));
    const documents = () => arrived.map(({ body }) => JSON.parse(body.toString()).typeId);
    await eventually(
      async () => documents(),
      (typeIds) => typeIds.includes('after'),
    );
    expect(verified(secret).map(({ typeId }) => typeId)).toEqual(['before', 'after']);
    const listed = listening.lines.map((text) => JSON.parse(text));
    expect(listed[0]).toEqual({ listening: service.url, forward: target, types: [], secret });
    expect(await listening.interrupt()).toBe(0);
    await service.end('SIGTERM');
    await database.drop();
  });

  it.each([
    [
      'another machine',
      ['--forward', 'http://hooks.example/'],
      1,
      /is not this machine\. .* add --forward-anywhere/,
    ],
    ['a service without encryption', ['--url', 'http://livery.example'], 1, /unencrypted/],
    ['an unknown type', ['--type', 'document.paid'], 2, /no event type document\.paid/],
    ['a secret of another kind', ['--secret', 'x'], 2, /whsec_/],
  ])('refuses %s', async (_title, words, code, reason) => {
    const listening = listen(...words);
    expect([await listening.ended(), listening.errors]).toEqual([code, expect.stringMatching(reason)]);
  });

  it('ends if its key is not valid, and reports an unreachable target', async () => {
    const wrong = Listening.of(['--url', app.url, '--forward', target], 'lvk_wrong');
    expect([await wrong.ended(), wrong.errors]).toEqual([1, 'The API key is not valid.\n']);
    const listening = listen('--forward', `http://127.0.0.1:${await freePort()}/`);
    await listening.has(/Connected/);
    await report(app, eventOf(partner));
    await listening.has(/ECONNREFUSED.* \d+ ms$/);
    expect(await listening.interrupt()).toBe(0);
  });
});
