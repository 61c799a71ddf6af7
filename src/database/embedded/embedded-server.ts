import { createHash, randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { privateFile } from '../../shared/private-file.js';
import { DatabaseServer } from '../database-server.js';
import { type Account, accountFor } from './account.js';
import { findBinaries } from './binaries.js';
import { GUARD, type GuardHold, holdServer } from './guard-hold.js';
import { type GuardOrder, SUPERUSER } from './guard-order.js';
import { openServiceDatabase, SERVICE_ROLE } from './service-role.js';

const DATABASE = 'livery';
const RESTART_PAUSE_MS = 500;

export interface EmbeddedServerOptions {
  /** Where the data lies; made when it is not there. */
  readonly dataDir: string;
  /** A folder with initdb, pg_ctl and postgres to use in place of those that npm installed. */
  readonly binFolder?: string | null;
  /** Settings of the server, as `{ fsync: 'off' }` in tests; by default it keeps whatever it has committed. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Hears when the server has ended although it is in use, and what comes of it. */
  readonly warn?: (message: string) => void;
}

/**
 * A PostgreSQL of our own in the data folder, for a first start and for tests. It listens on 127.0.0.1 only, with a
 * random password in a file that only its owner may read. The service is not its superuser.
 *
 * Any number of processes may open it on the same folder. They share one server, and it runs until the last of them
 * has released it or ended, in whatever way: it does not matter which of them started it (see guard.ts). When the
 * server itself is killed while it is held, it is started again on the same port.
 */
export class EmbeddedServer extends DatabaseServer {
  private isReleased = false;

  private constructor(
    private readonly order: GuardOrder,
    private readonly account: Account,
    private hold: GuardHold,
    private readonly warn: (message: string) => void,
  ) {
    super();
    void this.keepRunning();
  }

  static async open(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
    const { dataDir, binFolder = null, settings = {}, warn = () => undefined } = options;
    const binaries = await findBinaries(binFolder);
    await mkdir(dataDir, { recursive: true });
    const home = await realpath(dataDir);
    const passwordFile = path.join(home, 'database-password');
    const password = privateFile(passwordFile, () => randomBytes(24).toString('base64url'));
    const folder = path.join(home, 'postgres');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const account = await accountFor(folder, [process.execPath, GUARD, binaries.postgres]);
    const order = { address: guardAddress(folder, password), folder, binaries, password, settings };
    const server = new EmbeddedServer(order, account, await holdServer(order, account), warn);
    await openServiceDatabase(DATABASE, password, (database) => server.addressOf(SUPERUSER, database));
    return server;
  }

  get url(): string {
    return this.urlOf(DATABASE);
  }

  /** Address of any database of this server, as the service. */
  urlOf(database: string): string {
    return this.addressOf(SERVICE_ROLE, database);
  }

  /** Address of the database that is always there, as the superuser. */
  get adminUrl(): string {
    return this.addressOf(SUPERUSER, 'postgres');
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.hold.letGo();
  }

  private addressOf(role: string, database: string): string {
    return `postgres://${role}:${this.order.password}@127.0.0.1:${this.hold.port}/${database}`;
  }

  private async keepRunning(): Promise<void> {
    for (;;) {
      await this.hold.ended;
      if (this.isReleased) return;
      this.warn('The embedded PostgreSQL has ended unexpectedly. Starting it again.');
      await delay(RESTART_PAUSE_MS, undefined, { ref: false });
      await this.holdAgain().catch((error: unknown) => {
        this.warn(`The embedded PostgreSQL does not start again: ${String(error)}`);
      });
    }
  }

  private async holdAgain(): Promise<void> {
    const { port } = this.hold;
    this.hold = await holdServer(this.order, this.account);
    if (this.isReleased) await this.hold.letGo();
    if (this.hold.port !== port) this.warn(`Its port ${port} is taken by now: restart the service.`);
  }
}

/**
 * Where the guard of the folder listens. The kernel lets one process only have the address and frees it with that
 * process; nobody who cannot read the password can guess it, or take it first.
 */
function guardAddress(folder: string, password: string): string {
  const name = `livery-${createHash('sha256').update(`${password} ${folder}`).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), name);
}
