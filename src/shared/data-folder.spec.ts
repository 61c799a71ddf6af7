import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireDataFolder, UnusableDataFolder } from './data-folder.js';

const FILE = fileURLToPath(import.meta.url);

describe('The data folder', () => {
  it('may exist, and is created otherwise', () => {
    const home = mkdtempSync(path.join(tmpdir(), 'livery-data-folder-'));
    try {
      const dataDir = path.join(home, 'not', 'there');
      for (let times = 0; times < 2; times += 1) requireDataFolder({ databaseUrl: null, dataDir });
      expect(statSync(dataDir).isDirectory()).toBe(true);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('is refused with the path that prevents its creation', () => {
    for (const dataDir of [FILE, path.join(FILE, 'data')]) {
      expect(() => requireDataFolder({ databaseUrl: null, dataDir })).toThrow(
        new UnusableDataFolder(
          `DATA_DIR is ${dataDir}, but ${FILE} is not a folder that this account may write to. ` +
            'Set DATA_DIR to another folder, or DATABASE_URL.',
        ),
      );
    }
  });

  const inProcessTable = process.platform === 'linux' ? it : it.skip;
  inProcessTable('is refused where no folder can be made, whatever the account may do', () => {
    for (const dataDir of ['/proc/livery', '/proc/livery/data']) {
      expect(() => requireDataFolder({ databaseUrl: null, dataDir })).toThrow(/^DATA_DIR is .* \/proc/);
    }
  });

  it('is not needed by a service with an external database', () => {
    const databaseUrl = 'postgres://localhost/livery';
    expect(() => requireDataFolder({ databaseUrl, dataDir: FILE })).not.toThrow();
  });
});
