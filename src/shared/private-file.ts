import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * The text of a file that only its owner may read (mode 0600), made at first use in a folder that exists. Processes
 * that start together end up with the same text, and nobody ever sees half of it.
 */
export async function readOrMakePrivateFile(file: string, make: () => string): Promise<string> {
  const present = await readPresent(file);
  if (present !== null) return present;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, make(), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Of several links with one name the file system makes the first only.
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, 'utf8');
}

async function readPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
