import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { Bench } from './bench.js';

const MAIN = fileURLToPath(new URL('../../service/main.js', import.meta.url));
/** The limits that npm run serve, the image and the systemd unit set. */
const HEAP_BOUNDS = ['--max-old-space-size=1024', '--max-semi-space-size=8'];
/** The values in the image and in the systemd unit. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
const TOKEN = 'token-of-the-bench';
const FIRST_COMPANY = 1_000;

/** The whole service, or another program that accepts events in the same way, in a process of its own. */
export class Service {
  private child: ChildProcess | undefined;
  private errors = '';

  private constructor(
    private readonly program: string,
    readonly port: number,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly http: Pool,
  ) {}

  /** @param settings in addition to those that let it reach the receiver */
  static async prepare(
    bench: Bench,
    databaseUrl: string,
    settings: Readonly<Record<string, string>> = {},
    program = MAIN,
  ): Promise<Service> {
    const port = await freePort();
    const environment = {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      INTERNAL_TOKEN: TOKEN,
      SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      WEBHOOK_CA_FILE: bench.caFile,
      WEBHOOK_EGRESS_ALLOW: `127.0.0.1/32:${bench.securePort}`,
      LOG_LEVEL: 'error',
      RECEIVER_PORT: String(bench.securePort),
      ...settings,
    };
    const http = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
    return new Service(program, port, environment, http);
  }

  /** The same service with other settings, to start in its place. */
  as(settings: Readonly<Record<string, string>>): Service {
    return new Service(this.program, this.port, { ...this.environment, ...settings }, this.http);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Resolves when it is ready. @throws Error with its output if it ends before */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...HEAP_BOUNDS, this.program], {
      env: { PATH: process.env['PATH'], ...MALLOC, ...this.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (this.errors = (this.errors + text).slice(-2_000)));
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`The service did not start:\n${this.errors}`);
      await delay(20);
    }
  }

  /** Resolves when it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async close(): Promise<void> {
    await this.end('SIGTERM');
    await this.http.destroy();
  }

  /** Reports one event or an array of them. False if the answer is not 202. */
  async report(events: unknown): Promise<boolean> {
    return (await this.call('POST', '/internal/event', TOKEN, events).catch(() => null))?.status === 202;
  }

  /**
   * Creates partners through the API, each with one company (from 1001) and this many subscriptions to this URL for
   * each type of event.
   * @param cell the cell of the partners, if there are several
   */
  async settle(
    partners: number,
    urlOf: (partnerId: number) => string,
    subscriptions: Readonly<Record<string, number>> = { 'document.accepted': 1 },
    cell?: string,
  ): Promise<void> {
    const types = Object.entries(subscriptions).flatMap(([type, count]) => Array<string>(count).fill(type));
    for (let number = 1; number <= partners; number++) {
      const { key } = await this.partner(FIRST_COMPANY + number, cell);
      for (const type of types) {
        await this.expect('POST', '/partner/webhookSubscription', key, {
          type,
          isActive: true,
          url: urlOf(number),
          includePaths: ['*'],
        });
      }
    }
  }

  /** Suspends the process until `resume`, so that it takes no CPU from the contestants whose turn it is. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Creates a partner with one company and an API key. */
  async partner(companyId: number, cell?: string): Promise<{ readonly id: number; readonly key: string }> {
    const path = `/internal/partner${cell === undefined ? '' : `?cell=${cell}`}`;
    const { id } = await this.internal('POST', path, { name: 'Partner', features: [] });
    await this.internal('PUT', `/internal/partner/${String(id)}/company/${companyId}`);
    const { key } = await this.internal('POST', `/internal/partner/${String(id)}/apiKey`, {});
    return { id: Number(id), key: String(key) };
  }

  /** Reads one page of a list: its number of rows, and whether there are more. @throws Error unless it is answered */
  async list(path: string, key: string): Promise<{ rows: number; goesOn: boolean }> {
    const { statusCode, headers, body } = await this.http.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode} ${text}`);
    return { rows: (JSON.parse(text) as unknown[]).length, goesOn: headers['link'] !== undefined };
  }

  private internal(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.expect(method, path, TOKEN, body);
  }

  /** @throws Error if the answer is not a success */
  async expect(
    method: 'POST' | 'PUT',
    path: string,
    key: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const { status, text } = await this.call(method, path, key, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  /** One request. A string is sent as it is. */
  async call(method: 'GET' | 'POST' | 'PUT', path: string, key: string, body?: unknown) {
    const { statusCode, body: answer } = await this.http.request({
      method,
      path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: statusCode, text: await answer.text() };
  }

  private async isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
