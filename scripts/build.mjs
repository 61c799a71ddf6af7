// Compiles the sources into dist/ where they have changed. Needs the packages (install.mjs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** `npm run build`; ends this process when it fails. */
export function build() {
  const compiler = ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, compiler, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
