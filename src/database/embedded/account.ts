import { execFile } from 'node:child_process';
import { lchown, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** As whom the server runs: by `uid` and `gid` when given, and with `prefix` before its command. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
  readonly prefix: readonly string[];
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as `postgres` or `nobody`, and `folder`, which exists, is
 * given to that account, nothing else. Where that account cannot reach the folder or one of the programs, as in a
 * project below /root, the server runs in a user namespace of its own, in which root is not root.
 */
export async function accountFor(folder: string, programs: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const canReach = await Promise.all([isPassable(path.dirname(folder)), ...programs.map(isReadable)]);
  const account = canReach.every(Boolean) ? await unprivileged() : null;
  if (account === null) {
    await checkUserNamespaces();
    await giveTo(folder, { uid: 0, gid: 0 });
    return { prefix: ['unshare', '-U'] };
  }
  await giveTo(folder, account);
  return { ...account, prefix: [] };
}

async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  return row === undefined ? null : { uid: Number(row[2]), gid: Number(row[3]) };
}

async function isReadable(program: string): Promise<boolean> {
  return ((await stat(program)).mode & 0o004) !== 0 && isPassable(path.dirname(program));
}

async function isPassable(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isPassable(parent);
}

async function checkUserNamespaces(): Promise<void> {
  await run('unshare', ['-U', 'true']).catch(() => {
    throw new Error(
      'The embedded PostgreSQL cannot run as root here: the project or the data folder is closed to the accounts ' +
        '"postgres" and "nobody", and user namespaces are not available. Start Livery as a normal user, ' +
        'move the project (for example to /opt), or set DATABASE_URL.',
    );
  });
}

/** Files of an earlier start may belong to another account: then all of them change hands. */
async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  if ((await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, entry), owner.uid, owner.gid);
  }
  await lchown(folder, owner.uid, owner.gid);
}
