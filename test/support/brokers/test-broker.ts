import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../app.js';

const PATIENCE_MS = 90_000;
const LOOK_MS = 50;

/** Like `describe.skip`, but prints what is missing. */
export function skippedWithout(broker: string): (title: string, tests: () => void) => void {
  return (title, tests) => {
    process.stderr.write(`Skipping "${title}": there is no ${broker}.\n`);
    describe.skip(title, tests);
  };
}

/** A refused message, as the broker stores it. */
export interface RefusedMessage {
  readonly body: string;
  readonly problem: Json;
  readonly source: string;
}

/** A broker of a test's own, with one queue or topic for events and one for dead letters. */
export interface TestBroker {
  /** The settings of a service that takes its events from this broker. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same over TLS, with credentials. */
  readonly secureEnvironment: Readonly<Record<string, string>>;
  /** Resolves when the broker has stored the messages. */
  publish(bodies: readonly (string | Buffer)[]): Promise<void>;
  /** The messages that a service would still receive. Only correct while no service takes any. */
  left(): Promise<number>;
  /** All messages refused so far. */
  refused(): Promise<readonly RefusedMessage[]>;
  /** Ends it as a power cut would. Its data remains. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
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

  /** Resolves when it accepts connections. */
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
