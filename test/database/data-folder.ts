import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedServerOptions } from '../../src/database/embedded-server.js';
import { ServerUser } from './server-user.js';

/** No test cuts the power, so the server does not wait for the disk. */
const QUICK = { fsync: 'off' };

/** The data folder of one test, with the processes that use it. Shows its files and server processes. */
export class DataFolder {
  private readonly users: ServerUser[] = [];

  private constructor(
    /** A folder that any account may pass through. */
    readonly around: string,
    readonly path: string,
  ) {}

  static async create(): Promise<DataFolder> {
    const around = await mkdtemp(path.join(os.tmpdir(), 'livery-embedded-'));
    await chmod(around, 0o755);
    return new DataFolder(around, path.join(around, 'data'));
  }

  /** Starts a process that uses the server, under the account `uid` if given. */
  async start(options: Partial<EmbeddedServerOptions> = {}, uid?: number): Promise<ServerUser> {
    const user = await ServerUser.start({ dataDir: this.path, settings: QUICK, ...options }, uid);
    this.users.push(user);
    return user;
  }

  /** Contains the cluster. */
  get postgres(): string {
    return path.join(this.path, 'postgres');
  }

  get cluster(): string {
    const name = readdirSync(this.postgres).find((entry) => /^\d+$/.test(entry));
    if (name === undefined) throw new Error('There is no cluster yet.');
    return path.join(this.postgres, name);
  }

  get pidFile(): string {
    return path.join(this.cluster, 'postmaster.pid');
  }

  get serverPid(): number {
    return Number(readFileSync(this.pidFile, 'utf8').split('\n')[0]);
  }

  /** Kills processes that still use it, waits for the end of the server, and removes everything. */
  async remove(): Promise<void> {
    const pid = this.pidIfRunning();
    await Promise.all(this.users.map((user) => user.kill()));
    if (pid !== null) await endOf(pid);
    await rm(this.around, { recursive: true, force: true });
  }

  private pidIfRunning(): number | null {
    if (!existsSync(this.postgres) || !readdirSync(this.postgres).some((entry) => /^\d+$/.test(entry)))
      return null;
    return existsSync(this.pidFile) ? this.serverPid : null;
  }
}

/** Waits until the process is gone. It is not a child of this process, so there is no event to await. */
export async function endOf(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(20);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || statusOf(pid, 'State')?.startsWith('Z') === false;
}

/** A line of /proc/<pid>/status, without its name; undefined if the process is gone. */
export function statusOf(pid: number, name: string): string | undefined {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  } catch {
    return undefined;
  }
}
