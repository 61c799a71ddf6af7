import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { privateFile } from '../private-file.js';

/** SECRET_KEYS of the embedded mode, from a file in the data folder that the first start creates. */
export function dataFolderKeys(dataDir: string): string {
  const file = path.join(dataDir, 'secret-keys');
  return privateFile(file, () => `k1:${randomBytes(32).toString('base64')}\n`).trim();
}
