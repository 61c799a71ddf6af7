import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../app.js';

const PATIENCE_MS = 90_000;
const LOOK_MS = 50;

/** Like `describe.skip`, and says what is missing. */
export function skippedWithout(broker: string): (title: string, tests: () => void) => void {
  return (title, tests) => {
    process.stderr.write(`Skipping "${title}": there is no ${broker}.\n`);
    describe.skip(title, tests);
  };
}

/** A message that was refused, as the broker has it. */
export interface BuriedMessage {
  readonly body: string;
  readonly problem: Json;
  readonly source: string;
}

/** A broker of a test's own, with one queue or topic for events and one for dead letters. */
export interface TestBroker {
  /** The settings of a service that takes its events from it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same over TLS, with credentials. */
  readonly secureEnvironment: Readonly<Record<string, string>>;
  /** Resolves when the broker has stored them. */
  publish(bodies: readonly (string | Buffer)[]): Promise<void>;
  /** Messages that a service would still be given. To be asked when none takes any. */
  left(): Promise<number>;
  /** All that were refused so far. */
  buried(): Promise<readonly BuriedMessage[]>;
  /** Ends it as a power cut would, without its data. */
  kill(): Promise<void>;
  /** Runs it again. */
  start(): Promise<void>;
  /** Ends it, and removes what it has stored. */
  stop(): Promise<void>;
}

/** A program that listens on a port. */
export class ServerProgram {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(
    private readonly port: number,
    private readonly command: string,
    private readonly words: readonly string[],
    private readonly options: SpawnOptions,
  ) {}

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    const child = spawn(this.command, this.words, { ...this.options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output = (this.output + text.toString()).slice(-5_000)));
    }
    const end = performance.now() + PATIENCE_MS;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null || performance.now() > end)
        throw new Error(`${this.command} did not start:\n${this.output}`);
      await delay(LOOK_MS);
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => settle(true));
    socket.once('error', () => settle(false));
    const settle = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
  });
}
