import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireDataFolder, UnusableDataFolder } from './data-folder.js';

const FILE = fileURLToPath(import.meta.url);

describe('The data folder', () => {
  it('may be there, or be made', () => {
    for (const dataDir of [path.dirname(FILE), path.join(path.dirname(FILE), 'not', 'there')]) {
      expect(() => requireDataFolder({ databaseUrl: null, dataDir })).not.toThrow();
    }
  });

  it('is refused with the place that is in its way', () => {
    for (const dataDir of [FILE, path.join(FILE, 'data')]) {
      expect(() => requireDataFolder({ databaseUrl: null, dataDir })).toThrow(
        new UnusableDataFolder(
          `DATA_DIR is ${dataDir}, but ${FILE} is not a folder that this account may write to. ` +
            'Set DATA_DIR to another folder, or DATABASE_URL.',
        ),
      );
    }
  });

  it('does not matter to a service whose database is elsewhere', () => {
    const databaseUrl = 'postgres://localhost/livery';
    expect(() => requireDataFolder({ databaseUrl, dataDir: FILE })).not.toThrow();
  });
});
