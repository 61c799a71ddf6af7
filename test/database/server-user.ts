import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import type { EmbeddedServerOptions } from '../../src/database/embedded-server.js';

const PROGRAM = fileURLToPath(new URL('./hold-server.mjs', import.meta.url));

/** Another process that uses the embedded server. It leads a process group of its own, like one started in a shell. */
export class ServerUser {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pid: number,
    readonly url: string,
    /** As the superuser, of another database. */
    readonly adminUrl: string,
  ) {}

  /** Starts the process and waits for the server. @throws Error with its output if it ends before */
  static async start(options: EmbeddedServerOptions, uid?: number): Promise<ServerUser> {
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    const complaint = text(child.stderr);
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (!Buffer.isBuffer(said) || child.pid === undefined) throw new Error(await complaint);
    const [url = '', adminUrl = ''] = said.toString().trim().split(' ');
    return new ServerUser(child, child.pid, url, adminUrl);
  }

  /** Runs one statement on a connection of its own, from the process of the test. */
  async query<Row extends QueryResultRow>(statement: string): Promise<Row[]> {
    return queryAt<Row>(this.url, statement);
  }

  /** Lets it release the server. Resolves with its exit status. */
  async stop(): Promise<number | null> {
    return this.end(() => this.child.kill('SIGTERM'));
  }

  /** Ctrl-C: sends the signal to the whole process group. */
  async interrupt(): Promise<number | null> {
    return this.end(() => process.kill(-this.pid, 'SIGINT'));
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.end(() => this.child.kill('SIGKILL'));
  }

  private async end(signal: () => boolean): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exit = once(this.child, 'exit');
      signal();
      await exit;
    }
    return this.child.exitCode;
  }
}

/** Runs one statement on a connection of its own. */
export async function queryAt<Row extends QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
