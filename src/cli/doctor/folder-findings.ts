import { access, constants, mkdtemp, readdir, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, ok, warning, wrong } from './finding.js';

const MIB = 1_048_576;
const FREE = { warning: 2_048 * MIB, wrong: 256 * MIB };

/** Checks the data folder: access, secrets that others can read, and free space. */
export async function folderFindings(dataDir: string): Promise<Finding[]> {
  const place = await firstThatExists(dataDir);
  const usable = place === dataDir ? rightsOf(dataDir) : chanceOf(dataDir, place);
  return [await usable, await roomIn(place)];
}

/** Whether a missing data folder can be created. @param place the nearest part of its path that exists */
async function chanceOf(dataDir: string, place: string): Promise<Finding> {
  if (await takesFolders(place)) return ok('data folder', `${dataDir} is created when it is first needed.`);
  return wrong(
    'data folder',
    `${dataDir} cannot be created: this account cannot create a folder in ${place}.`,
    'Set DATA_DIR to another folder, or give this account the right.',
  );
}

/** Tries it, because a file system such as /proc accepts no new folders from any account. */
async function takesFolders(place: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(path.join(place, '.livery-doctor-')));
    return true;
  } catch {
    return false;
  }
}

async function rightsOf(dataDir: string): Promise<Finding> {
  if (!(await stat(dataDir)).isDirectory()) {
    return wrong('data folder', `${dataDir} is not a folder.`, 'Set DATA_DIR to a folder.');
  }
  const isUsable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isUsable) {
    return wrong(
      'data folder',
      `This account may not write in ${dataDir}.`,
      'Run the command as the account of the service, or give this account the folder.',
    );
  }
  const open = await filesOthersCanRead(dataDir);
  if (open.length === 0) return ok('data folder', `Only the owner of ${dataDir} can read its secrets.`);
  return wrong(
    'data folder',
    `Others can read ${open.join(', ')}.`,
    `Run chmod 600 ${open.join(' ')}, and replace the secrets that were in there.`,
  );
}

/** Files directly in the folder contain secrets and have the mode 0600. Windows has no modes. */
async function filesOthersCanRead(dataDir: string): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const entries = await readdir(dataDir, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(dataDir, name));
  const modes = await Promise.all(files.map(async (file) => (await stat(file)).mode));
  return files.filter((_file, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}

async function roomIn(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${Math.floor(free / MIB)} MiB are free where ${folder} lies.`;
  if (free >= FREE.warning) return ok('disk', found);
  const judge = free >= FREE.wrong ? warning : wrong;
  return judge('disk', found, 'Free space: PostgreSQL stops if it cannot write.');
}

async function firstThatExists(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists ? folder : firstThatExists(path.dirname(folder));
}
