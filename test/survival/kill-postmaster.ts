import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Kills the PostgreSQL server in a data folder. False if none is running. */
export async function killPostmaster(dataDir: string): Promise<boolean> {
  const files = await readdir(dataDir, { recursive: true }).catch(() => []);
  const pidFile = files.find((file) => path.basename(file) === 'postmaster.pid');
  if (pidFile === undefined) return false;
  const pid = Number.parseInt(await readFile(path.join(dataDir, pidFile), 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
