import { execFile } from 'node:child_process';
import { lchown, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './fault.js';

const run = promisify(execFile);

/** The account of the server: `uid` and `gid` if given, and a `prefix` before its command. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
  readonly prefix: readonly string[];
}

/**
 * PostgreSQL refuses to run as root. If root starts it, it runs as the account that owns `folder`, or else as
 * `postgres` or `nobody`, which becomes the owner of the folder and nothing else. If that account cannot reach the
 * folder or one of the programs, as in a project below /root, the server runs in a separate user namespace, in which
 * root is not root.
 */
export async function accountFor(folder: string, programs: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = await stat(folder);
  const account = uid === 0 ? await unprivileged() : { uid, gid };
  if (account === null || !(await canReach(account, folder, programs))) {
    await checkUserNamespaces();
    await giveTo(folder, { uid: 0, gid: 0 });
    return { prefix: ['unshare', '-U'] };
  }
  await giveTo(folder, account);
  return { ...account, prefix: [] };
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

async function unprivileged(): Promise<Ids | null> {
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  return row === undefined ? null : { uid: Number(row[2]), gid: Number(row[3]) };
}

const READ = 4;
const PASS = 1;

async function canReach(account: Ids, folder: string, programs: readonly string[]): Promise<boolean> {
  const checks = [folder, ...programs].map((target) => canPassTo(account, path.dirname(target)));
  const reads = programs.map((program) => isAllowed(account, program, READ));
  return (await Promise.all([...checks, ...reads])).every(Boolean);
}

async function canPassTo(account: Ids, folder: string): Promise<boolean> {
  const parent = path.dirname(folder);
  if (!(await isAllowed(account, folder, PASS))) return false;
  return parent === folder || canPassTo(account, parent);
}

async function isAllowed(account: Ids, target: string, right: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(target);
  if (uid === account.uid) return (mode & (right << 6)) !== 0;
  return (mode & (gid === account.gid ? right << 3 : right)) !== 0;
}

async function checkUserNamespaces(): Promise<void> {
  await run('unshare', ['-U', 'true']).catch(() => {
    throw new EmbeddedPostgresError(
      'no_account',
      'The embedded PostgreSQL cannot run as root here: the project or the data folder is closed to the accounts ' +
        '"postgres" and "nobody", and user namespaces are not available.',
    );
  });
}

/** Gives the folder to the account. Files of an earlier start may belong to another account, so all of them change. */
async function giveTo(folder: string, owner: Ids): Promise<void> {
  if ((await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, entry), owner.uid, owner.gid);
  }
  await lchown(folder, owner.uid, owner.gid);
}
