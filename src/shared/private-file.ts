import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Reads a file that only its owner may read (mode 0600). Creates it and its folder at first use. Processes that start
 * at the same time get the same text, and no reader sees an incomplete one.
 *
 * @throws Error if the file belongs to another account
 */
export function privateFile(file: string, make: () => string): string {
  const present = readPresent(file);
  if (present !== null) return present;
  makeFolder(path.dirname(file));
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // If several processes link the same name, only the first succeeds.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

function readPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (!hasCode(error, 'EACCES')) throw error;
    throw new Error(`This account may not read ${file}: another one has started Livery in this folder.`, {
      cause: error,
    });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
