import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseServer } from '../../database/database-server.js';
import { GivenServer } from '../../database/database-server.js';
import { EmbeddedServer } from '../../database/embedded-server.js';
import { EgressResolver } from '../../shared/egress/egress-resolver.js';
import { InvalidSettings, Settings } from '../../shared/settings.js';
import { domainOf } from '../../email/domain/sender.js';
import { SenderService } from '../../email/sender/sender.service.js';
import { SecretCheck } from '../secret-check.js';
import type { Session } from '../session.js';
import { databaseFindings } from './database-findings.js';
import { type DatabaseState, readDatabaseState } from './database-state.sql.js';
import { eventSourceFindings } from './event-source-findings.js';
import { type Finding, ok, warning, wrong } from './finding.js';
import { folderFindings } from './folder-findings.js';
import { hostFindings } from './host-findings.js';
import { mailFindings } from './mail-findings.js';
import { findingsOfSenders } from './sender-findings.js';

/** Checks everything that the service needs to run, and changes nothing. */
export class Doctor {
  constructor(private readonly session: Session) {}

  async examine(): Promise<Finding[]> {
    const settings = this.readSettings();
    if (!(settings instanceof Settings)) return settings;
    const [database, name, mail, source, folder] = await Promise.all([
      this.database(settings),
      nameFinding(settings),
      mailFindings(settings),
      eventSourceFindings(settings),
      folderFindings(settings.dataDir),
    ]);
    return [ok('settings', 'They are valid.'), ...database, name, ...mail, ...source, ...folder];
  }

  private readSettings(): Settings | Finding[] {
    try {
      return new Settings(this.session.context.env);
    } catch (error) {
      if (!(error instanceof InvalidSettings)) throw error;
      return error.faults.map((fault) => wrong('settings', fault, 'Correct it. Nothing else was checked.'));
    }
  }

  private async database(settings: Settings): Promise<Finding[]> {
    if (settings.databaseUrl === null && !(await exists(path.join(settings.dataDir, 'postgres')))) {
      return [ok('database', 'The first start of the service creates an embedded one.')];
    }
    let server: DatabaseServer | null = null;
    let state: DatabaseState;
    const hosts = settings.databaseUrl === null ? [] : await hostFindings(settings.databaseUrl);
    try {
      server = await open(settings);
      state = await readDatabaseState(server.url);
    } catch (error) {
      const advice =
        settings.databaseUrl === null
          ? 'Check the permissions of the data folder, and PG_BIN.'
          : 'Check host, port, account and database in DATABASE_URL, and pg_hba.conf.';
      return [...hosts, wrong('database', `It cannot be used: ${reasonOf(error)}.`, advice)];
    } finally {
      await server?.release();
    }
    // The check of secrets loads parts of the service, which would run missing migrations.
    if (state.missingMigrations === null || state.missingMigrations.length > 0)
      return [...hosts, ...databaseFindings(state)];
    return [...hosts, ...databaseFindings(state), await this.secrets(), ...(await this.senders(settings))];
  }

  private async senders({ dnsServers, mailFrom, bounceAddress }: Settings): Promise<Finding[]> {
    const service = await this.session.use(SenderService);
    return findingsOfSenders(service.all(), dnsServers, {
      ours: domainOf(mailFrom),
      bounce: bounceAddress === null ? null : domainOf(bounceAddress),
    });
  }

  private async secrets(): Promise<Finding> {
    const columns = await (await this.session.use(SecretCheck)).run();
    const unreadable = columns.reduce((sum, column) => sum + column.unreadable.length, 0);
    if (unreadable > 0) {
      return wrong(
        'secrets',
        `${unreadable} cannot be decrypted with any of SECRET_KEYS; deliveries that need them are deferred.`,
        'Add their key to SECRET_KEYS again. "livery secrets check" lists them.',
      );
    }
    const outdated = columns.reduce((sum, column) => sum + column.outdated, 0);
    if (outdated === 0) return ok('secrets', 'All of them can be decrypted.');
    return warning(
      'secrets',
      `All of them can be decrypted, ${outdated} with a key that is not the first of SECRET_KEYS.`,
      'Run "livery secrets rotate" before you remove that key.',
    );
  }
}

async function open({ databaseUrl, dataDir, pgBin }: Settings): Promise<DatabaseServer> {
  return databaseUrl === null
    ? EmbeddedServer.open({ dataDir, binFolder: pgBin })
    : new GivenServer(databaseUrl);
}

async function nameFinding(settings: Settings): Promise<Finding> {
  const resolver = new EgressResolver(settings);
  const servers = settings.dnsServers.length > 0 ? settings.dnsServers.join(', ') : 'those of the machine';
  try {
    if (await resolver.isAlive()) return ok('dns', `The name servers answer (${servers}).`);
  } finally {
    resolver.onModuleDestroy();
  }
  return wrong(
    'dns',
    `No name server answers (${servers}); all deliveries are deferred.`,
    'Check /etc/resolv.conf, or set WEBHOOK_DNS_SERVERS.',
  );
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** The reason for an error. PostgreSQL's messages name accounts and databases, but never a password. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as { readonly message?: string; readonly errors?: readonly unknown[] };
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  return message?.replace(/\.$/, '') ?? 'no reason given';
}
