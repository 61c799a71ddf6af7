import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgres } from '../../packages/embedded-postgres/embedded-postgres.js';
import { EmbeddedPostgresError, type FaultCode } from '../../packages/embedded-postgres/fault.js';
import { makeFolder } from '../shared/make-folder.js';
import { privateFile } from '../shared/private-file.js';
import { DatabaseServer } from './database-server.js';
import { EmbeddedServerUnavailable } from './embedded-server-unavailable.js';
import { openServiceDatabase, SERVICE_ROLE } from './service-role.js';

const DATABASE = 'livery';
const SUPERUSER = 'livery';

/** Advice for the operator by the cause of the failure. */
const ADVICE: Readonly<Record<FaultCode, string>> = {
  not_installed: 'Set DATABASE_URL, or PG_BIN to a folder with initdb, pg_ctl and postgres.',
  not_runnable: 'Set DATABASE_URL.',
  no_account: 'Start Livery as a normal user, move the project (for example to /opt), or set DATABASE_URL.',
  other_version:
    'Set PG_BIN to the programs of that version, or move the folder away to start with new data.',
};

export interface EmbeddedServerOptions {
  /** Contains the folder "postgres" with the data, and the password. Created if it is missing. */
  readonly dataDir: string;
  /** PG_BIN; null for the programs installed by npm. */
  readonly binFolder?: string | null;
  /** Settings of the server, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called if the server ends while in use, and with what happens next. */
  readonly warn?: (message: string) => void;
}

/**
 * An embedded PostgreSQL in the data folder, for first starts and tests, shared by all processes that open it. Its
 * random password is in a file that only the owner may read. The service does not use the superuser.
 */
export class EmbeddedServer extends DatabaseServer {
  private constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly password: string,
  ) {
    super();
  }

  static async open({ dataDir, ...options }: EmbeddedServerOptions): Promise<EmbeddedServer> {
    makeFolder(dataDir);
    const home = await realpath(dataDir);
    const passwordFile = path.join(home, 'database-password');
    const password = privateFile(passwordFile, () => randomBytes(24).toString('base64url'));
    const folder = path.join(home, 'postgres');
    const postgres = await EmbeddedPostgres.open({
      folder,
      superuser: SUPERUSER,
      password,
      ...options,
    }).catch((error: unknown) => {
      throw error instanceof EmbeddedPostgresError ? withAdvice(error) : error;
    });
    await openServiceDatabase(DATABASE, password, (database) => postgres.addressOf(database));
    return new EmbeddedServer(postgres, password);
  }

  get url(): string {
    return this.urlOf(DATABASE);
  }

  /** The URL of a database of this server, for the service's role. */
  urlOf(database: string): string {
    const url = new URL(this.postgres.addressOf(database));
    url.username = SERVICE_ROLE;
    url.password = this.password;
    return url.href;
  }

  /** The URL of the maintenance database, for the superuser. */
  get adminUrl(): string {
    return this.postgres.addressOf('postgres');
  }

  async release(): Promise<void> {
    await this.postgres.release();
  }
}

function withAdvice({ code, message }: EmbeddedPostgresError): EmbeddedServerUnavailable {
  return new EmbeddedServerUnavailable(`${message} ${ADVICE[code]}`);
}
