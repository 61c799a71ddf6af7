import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents. Node's own recursive mkdir never ends in a file system that allows no new
 * folders, such as /proc.
 * @param mode of the folder itself
 * @throws the system error of the folder that cannot be created
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
