import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, accountFor } from './account.js';
import { findBinaries } from './binaries.js';
import { leaseServer, type ServerLease, SUPERVISOR } from './server-lease.js';
import type { SupervisorOrder } from './supervisor-order.js';

const RESTART_PAUSE_MS = 500;

export interface EmbeddedPostgresOptions {
  /** The folder for the data; created if it is missing. */
  readonly folder: string;
  /** The superuser, a plain identifier. It is created with the data; later starts need the same name and password. */
  readonly superuser: string;
  readonly password: string;
  /** A folder with initdb, pg_ctl and postgres to use instead of those that npm installed. */
  readonly binFolder?: string | null;
  /** Settings of the server, such as `{ fsync: 'off' }` in tests. By default no commit is lost in a crash. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends while in use, and when its restart fails or changes the port. */
  readonly warn?: (message: string) => void;
}

/**
 * A PostgreSQL server in a folder. It listens on 127.0.0.1 only, and asks for a password.
 *
 * Any number of processes may open it on the same folder. They share one server, and it runs until the last of them
 * has released it or ended, in whatever way: it does not matter which of them started it (see supervisor.ts). When the
 * server itself is killed while it is in use, it is started again on the same port.
 */
export class EmbeddedPostgres {
  private isReleased = false;

  private constructor(
    private readonly order: SupervisorOrder,
    private readonly account: Account,
    private lease: ServerLease,
    private readonly warn: (message: string) => void,
  ) {
    void this.keepRunning();
  }

  /** @throws EmbeddedPostgresError when the server cannot run here. */
  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { superuser, password, binFolder = null, settings = {}, warn = () => undefined } = options;
    const binaries = await findBinaries(binFolder);
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const folder = await realpath(options.folder);
    const account = await accountFor(folder, [process.execPath, SUPERVISOR, binaries.postgres]);
    const address = supervisorAddress(folder, superuser, password);
    const order = { address, folder, binaries, superuser, password, settings };
    return new EmbeddedPostgres(order, account, await leaseServer(order, account), warn);
  }

  /** Address of a database as the superuser, with the password: never log it. `postgres` is always there. */
  addressOf(database: string): string {
    const { superuser, password } = this.order;
    return `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${this.lease.port}/${database}`;
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.lease.release();
  }

  private async keepRunning(): Promise<void> {
    for (;;) {
      await this.lease.ended;
      if (this.isReleased) return;
      this.warn('The embedded PostgreSQL has ended unexpectedly. Starting it again.');
      await delay(RESTART_PAUSE_MS, undefined, { ref: false });
      await this.leaseAgain().catch((error: unknown) => {
        this.warn(`The embedded PostgreSQL does not start again: ${String(error)}`);
      });
    }
  }

  private async leaseAgain(): Promise<void> {
    const { port } = this.lease;
    this.lease = await leaseServer(this.order, this.account);
    if (this.isReleased) await this.lease.release();
    if (this.lease.port !== port) {
      this.warn(
        `The embedded PostgreSQL could not get its former port ${port} again. Restart every process that uses the server.`,
      );
    }
  }
}

/**
 * The address of the folder's supervisor. The kernel lets only one process listen on the address and frees it with that
 * process. Without the password no other program can guess the address and take it first.
 */
function supervisorAddress(folder: string, superuser: string, password: string): string {
  const name = `${superuser}-${createHash('sha256').update(`${password} ${folder}`).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), name);
}
