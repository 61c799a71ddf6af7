import { ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INTERNAL_TOKEN } from './app.js';
import { noteSecretsOfSettings, seenLog } from './seen-log.js';

const MAIN = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));
/** The program that runs several processes on one port. */
export const SERVE = fileURLToPath(new URL('../../dist/service/serve.js', import.meta.url));
const PATIENCE_MS = 120_000;
/** How long the rest of an ended process's output may take. A child of its own may hold the output open. */
const REST_MS = 2_000;

/** The built service in a process of its own, which can be killed. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private closed: Promise<unknown> = Promise.resolve();
  private output = '';

  constructor(
    readonly port: number,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly main: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Its output since the start, for the messages of failed tests. */
  get lines(): string {
    return this.output;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.main], {
      env: { PATH: process.env['PATH'], ...this.environment, PORT: String(this.port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.closed = once(child, 'close');
    noteSecretsOfSettings(this.environment);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        seenLog.push(line);
        this.output = `${this.output}${line}\n`.slice(-20_000);
      });
    }
    const end = performance.now() + PATIENCE_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || performance.now() > end) {
        await this.restOfOutput();
        throw new Error(`It did not start:\n${this.output}`);
      }
      await delay(20);
    }
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Sends the signal. Resolves with the exit status, or with null after a kill. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    await this.restOfOutput();
    return child.exitCode;
  }

  private async restOfOutput(): Promise<void> {
    const waited = new AbortController();
    const rest = delay(REST_MS, undefined, { signal: waited.signal }).catch(() => undefined);
    await Promise.race([this.closed, rest]);
    waited.abort();
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** A service process on a free port, not started yet. `main` is a build of another project. */
export async function serviceProcess(
  environment: Readonly<Record<string, string>>,
  main = MAIN,
  port?: number,
): Promise<ServiceProcess> {
  return new ServiceProcess(
    port ?? (await freePort()),
    { INTERNAL_TOKEN, LOG_LEVEL: 'info', ...environment },
    main,
  );
}

/**
 * A free port of 127.0.0.1 for a process that starts later. It is below the ports that Linux gives to outgoing
 * connections, which could take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(16_384, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
