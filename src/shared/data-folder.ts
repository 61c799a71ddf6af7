import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';
import type { Settings } from './settings.js';

/** The data folder cannot contain the database. The message gives advice. */
export class UnusableDataFolder extends Error {}

/**
 * Creates the data folder if it is missing. A service whose database cannot be stored there then fails before it starts
 * anything.
 * @throws UnusableDataFolder
 */
export function requireDataFolder({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== null) return;
  const present = nearestPresent(dataDir);
  if (!isWritableFolder(present))
    throw unusable(dataDir, `${present} is not a folder that this account may write to`);
  try {
    makeFolder(dataDir);
  } catch {
    throw unusable(dataDir, `no folder can be made in ${present}`);
  }
}

function unusable(dataDir: string, reason: string): UnusableDataFolder {
  return new UnusableDataFolder(
    `DATA_DIR is ${dataDir}, but ${reason}. Set DATA_DIR to another folder, or DATABASE_URL.`,
  );
}

function nearestPresent(folder: string): string {
  const parent = path.dirname(folder);
  return isPresent(folder) || parent === folder ? folder : nearestPresent(parent);
}

/** True if the path exists; false also for a path below a file. */
function isPresent(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isWritableFolder(place: string): boolean {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}
