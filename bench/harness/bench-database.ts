import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { EmbeddedServer } from '../../src/database/embedded-server.js';
import { migrate } from '../../src/database/migrate.js';
import { cpuWithChildren, parentOf } from './process-cpu.js';

/** A PostgreSQL of its own in a temporary folder, with the default settings, which are durable. */
export class BenchDatabase {
  private made = 0;

  private constructor(
    private readonly server: EmbeddedServer,
    private readonly folder: string,
    private readonly admin: Pool,
    private readonly postmaster: number,
  ) {}

  static async start(): Promise<BenchDatabase> {
    const folder = await mkdtemp(path.join(tmpdir(), 'livery-bench-'));
    // If this runs as root, the server runs under another account, which must be able to reach its folder.
    await chmod(folder, 0o755);
    const server = await EmbeddedServer.open({ dataDir: folder, binFolder: process.env['PG_BIN'] ?? null });
    const admin = new Pool({ connectionString: server.adminUrl, max: 1 });
    const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new BenchDatabase(server, folder, admin, parentOf(rows[0]?.pid ?? 0));
  }

  /** The address of a new database, by default with the service's tables. */
  async create({ migrated = true } = {}): Promise<string> {
    const name = `bench_${++this.made}`;
    const url = this.server.urlOf(name);
    await this.admin.query(`CREATE DATABASE ${name} OWNER ${new URL(url).username}`);
    if (migrated) await migrate(url);
    return url;
  }

  /** Microseconds of CPU used so far by all processes of the server. */
  get cpu(): number {
    return cpuWithChildren(this.postmaster);
  }

  /** Bytes of write-ahead log written so far. */
  async walBytes(): Promise<number> {
    const { rows } = await this.admin.query<{ bytes: string }>(
      `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
    );
    return Number(rows[0]?.bytes);
  }

  /** The version, and the settings that determine durability. */
  async description(): Promise<Record<string, string>> {
    const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
    const entries = names.map(async (name) => {
      const { rows } = await this.admin.query<{ value: string }>('SELECT current_setting($1) AS value', [
        name,
      ]);
      return [name, rows[0]?.value ?? ''] as const;
    });
    const described: [string, string][] = [];
    for (const entry of entries) described.push([...(await entry)]);
    return Object.fromEntries(described);
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.server.release();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
