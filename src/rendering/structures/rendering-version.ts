import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PINNED_VERSIONS } from '../../shared/version.js';

/** The libraries whose output is part of structures. */
const LIBRARIES = ['css-tree', 'handlebars', 'html-to-text', 'htmlparser2', 'mjml', 'parse5'];
const RENDERING = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Identifies the code that makes structures: a digest of the libraries' versions and of this module's own code. */
export async function renderingVersion(): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const name of LIBRARIES) hash.update(`${name} ${PINNED_VERSIONS[name]}\n`);
  await addFiles(hash, RENDERING);
  return hash.digest();
}

async function addFiles(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await addFiles(hash, file);
    else if (/\.[jt]s$/.test(entry.name)) hash.update(`${entry.name}\n`).update(await readFile(file));
  }
}
