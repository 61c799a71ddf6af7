import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD, TestServer, until } from './test-server.js';

const run = promisify(execFile);

/** A primary and its synchronous standby: real servers with streaming replication. */
export class ReplicatedServers {
  private constructor(
    private readonly folder: string,
    readonly primary: TestServer,
    readonly standby: TestServer,
  ) {}

  static async start(): Promise<ReplicatedServers> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-replicated-'));
    // If this runs as root, the servers run under another account, which must be able to reach the folder.
    await chmod(folder, 0o755);
    const [primary, standby] = [
      await TestServer.at(folder, 'primary'),
      await TestServer.at(folder, 'standby'),
    ];
    const servers = new ReplicatedServers(folder, primary, standby);
    await primary.initialise();
    await primary.start();
    await servers.replicate();
    await primary.query(`CREATE ROLE livery LOGIN PASSWORD '${PASSWORD}'`);
    await primary.query('CREATE DATABASE livery OWNER livery');
    return servers;
  }

  /** An address that names both hosts, for the service. */
  get url(): string {
    const hosts = [this.primary, this.standby].map(({ port }) => `127.0.0.1:${port}`).join();
    return `postgres://livery:${PASSWORD}@${hosts}/livery?target_session_attrs=read-write`;
  }

  /** Makes the standby the primary. Resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.standby.query('SELECT pg_promote()');
  }

  async stop(): Promise<void> {
    await this.primary.kill();
    await this.standby.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Copies the primary like pg_basebackup, which the npm package lacks. From then on, commits wait for the standby. */
  private async replicate(): Promise<void> {
    const { primary, standby } = this;
    const session = await primary.connect();
    await session.query(`SELECT pg_backup_start('copy', true)`);
    await cp(primary.folder, standby.folder, {
      recursive: true,
      filter: (source) => path.basename(source) !== 'postmaster.pid',
    });
    const { rows } = await session.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    );
    await session.end();
    await writeFile(path.join(standby.folder, 'backup_label'), rows[0]?.label ?? '');
    await writeFile(path.join(standby.folder, 'standby.signal'), '');
    await writeFile(
      path.join(standby.folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=super password=${PASSWORD} application_name=second'\n`,
    );
    await chmod(standby.folder, 0o700);
    const { uid, gid } = standby.ids;
    if (uid !== undefined && gid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, standby.folder]);
    await standby.start();
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'second'`);
    await primary.query('SELECT pg_reload_conf()');
    await until(async () => {
      const rowsNow = await primary.query<{ state: string }>(
        'SELECT sync_state AS state FROM pg_stat_replication',
      );
      return rowsNow.some(({ state }) => state === 'sync');
    }, 'the standby is synchronous');
  }
}
