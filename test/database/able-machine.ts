import { spawnSync } from 'node:child_process';

/** An account of the system without any rights. */
export const NOBODY = 65_534;
export const isLinux = process.platform === 'linux';
export const isRoot = process.getuid?.() === 0;

/** For tests that not every machine can run. Skips them with the reason. */
function itIf(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return it;
  process.stderr.write(`Skipping a test of the embedded server: ${otherwise}.\n`);
  return it.skip;
}

export const itAsRoot = itIf(
  isLinux && isRoot && othersCanRunIt(),
  'it takes root, and a project open to other accounts',
);
export const itInNamespace = itIf(
  isLinux && isRoot && canRun('unshare', ['-U', 'true']),
  'it takes root and user namespaces',
);
export const itOnLinux = itIf(isLinux, 'it reads /proc');

function othersCanRunIt(): boolean {
  const program = `process.chdir(${JSON.stringify(import.meta.dirname)})`;
  return canRun(process.execPath, ['-e', program], { uid: NOBODY, gid: NOBODY });
}

function canRun(program: string, words: string[], account = {}): boolean {
  return spawnSync(program, words, { stdio: 'ignore', ...account }).status === 0;
}
