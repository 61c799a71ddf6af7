import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The contents of postmaster.pid, written by the server. */
export interface PidFile {
  readonly pid: number;
  /** True once the server answers queries. */
  readonly isReady: boolean;
  readonly port: number;
}

/** The lock file of the cluster's server; null if there is none. A killed server leaves it behind. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pid, , , port, , , , status] = text.split('\n');
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' };
}

/**
 * True if the process is a server of this cluster, and not another process that has got the same id since. On Windows,
 * which does not tell, any living process counts, because starting no server is better than two servers on one folder.
 */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const words = command.split('\0');
    return path.basename(words[0] ?? '') === 'postgres' && isSame(words[words.indexOf('-D') + 1], cluster);
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(`postgres -D ${cluster} `);
}

/** True if there is a process with this id, of any account. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account, which this one may not signal.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

async function isSame(folder: string | undefined, cluster: string): Promise<boolean> {
  const [found, ours] = await Promise.all([stat(folder ?? '').catch(() => null), stat(cluster)]);
  return found?.ino === ours.ino && found.dev === ours.dev;
}
