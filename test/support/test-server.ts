import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, type QueryResultRow } from 'pg';
import { accountFor, type Account } from '../../packages/embedded-postgres/account.js';
import { type Binaries, findBinaries } from '../../packages/embedded-postgres/binaries.js';
import { freePort } from './service-process.js';

const run = promisify(execFile);
export const PASSWORD = 'of-a-test';
const PATIENCE_MS = 100_000;
const LOOK_EVERY_MS = 20;
/** Tests kill the process but not the machine, which keeps what has been written. */
const IN_A_HURRY = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' };

type ServerSettings = Readonly<Record<string, string>>;

/** A server of a test's own, which can be killed. */
export class TestServer {
  private child: ChildProcess | null = null;

  constructor(
    readonly folder: string,
    readonly port: number,
    private readonly binaries: Binaries,
    private readonly account: Account,
    private readonly settings: ServerSettings,
  ) {}

  /**
   * A server in a folder of `parent`, which every account can reach. It is not started yet.
   * @param settings in addition to those that make it fast
   */
  static async at(parent: string, name: string, settings: ServerSettings = {}): Promise<TestServer> {
    const binaries = await findBinaries(process.env['PG_BIN'] ?? null);
    const account = await accountFor(parent, [binaries.initdb, binaries.postgres]);
    return new TestServer(path.join(parent, name), await freePort(), binaries, account, {
      ...IN_A_HURRY,
      ...settings,
    });
  }

  /** Creates its cluster, with the superuser `super`. */
  async initialise(): Promise<void> {
    const passwordFile = `${this.folder}-password`;
    await writeFile(passwordFile, PASSWORD);
    const [program, ...args] = [
      ...this.account.prefix,
      this.binaries.initdb,
      '-D',
      this.folder,
      '--username=super',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-sync',
    ];
    await run(program, args, this.ids);
  }

  /** The address of a database for a role with the common password. */
  urlOf(role: string, database: string): string {
    return `postgres://${role}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Resolves when it answers. After a kill, its former child processes may prevent the start for a moment. */
  async start(): Promise<void> {
    await until(async () => {
      if (this.child === null || this.child.exitCode !== null || this.child.signalCode !== null) this.spawn();
      return (await this.query('SELECT').catch(() => null)) !== null;
    }, 'a server answers');
  }

  private spawn(): void {
    const [program = '', ...args] = [
      ...this.account.prefix,
      this.binaries.postgres,
      '-D',
      this.folder,
      '-p',
      String(this.port),
      ...Object.entries(this.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    this.child = spawn(program, args, { ...this.ids, stdio: 'ignore' });
  }

  /** kill -9 */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Runs a statement as the superuser. */
  async query<Row extends QueryResultRow>(statement: string, database = 'postgres'): Promise<Row[]> {
    const client = await this.connect(database);
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async connect(database = 'postgres'): Promise<Client> {
    const client = new Client({
      connectionString: this.urlOf('super', database),
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  get ids(): { uid?: number; gid?: number } {
    const { uid, gid } = this.account;
    return uid === undefined || gid === undefined ? {} : { uid, gid };
  }
}

/** Repeats the check until it succeeds. */
export async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`It did not happen: ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}
