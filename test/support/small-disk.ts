import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { administer } from './test-database.js';

const MIB = 1_048_576;

/** A file system of a few megabytes with a tablespace of the test server, which a test can fill and empty. */
export class SmallDisk {
  private constructor(
    private readonly folder: string,
    readonly tablespace: string,
  ) {}

  /** Null if it cannot be made: only root may mount, and the server must be on this machine. */
  static async mount(megabytes: number): Promise<SmallDisk | null> {
    const [server] = await administer<{ data_directory: string }>('SHOW data_directory');
    const owner = await stat(server?.data_directory ?? '').catch(() => null);
    if (owner === null || process.getuid?.() !== 0) return null;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-small-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    if (mounted.status !== 0) {
      await rm(folder, { recursive: true });
      return null;
    }
    await chown(folder, owner.uid, owner.gid);
    const tablespace = `livery_small_${randomBytes(6).toString('hex')}`;
    await administer(`CREATE TABLESPACE ${tablespace} LOCATION '${folder}'`);
    await administer(`GRANT CREATE ON TABLESPACE ${tablespace} TO PUBLIC`);
    return new SmallDisk(folder, tablespace);
  }

  /** Fills all its space. */
  async fill(): Promise<void> {
    const file = await open(this.filler, 'w');
    try {
      for (const size of [MIB, 4_096]) {
        while (await hasRoom(file.write(Buffer.alloc(size)), size)) continue;
      }
    } finally {
      await file.close();
    }
  }

  async empty(): Promise<void> {
    await rm(this.filler);
  }

  /** Call it after its databases are dropped. */
  async unmount(): Promise<void> {
    await administer(`DROP TABLESPACE ${this.tablespace}`);
    spawnSync('umount', [this.folder]);
    await rm(this.folder, { recursive: true });
  }

  private get filler(): string {
    return path.join(this.folder, 'filler');
  }
}

async function hasRoom(write: Promise<{ bytesWritten: number }>, size: number): Promise<boolean> {
  return write.then(
    ({ bytesWritten }) => bytesWritten === size,
    () => false,
  );
}
