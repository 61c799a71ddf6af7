// Builds dist/: the service and its bundle, the API document, and the console, whose types come from that document.
// The packages must be installed (install.mjs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildConsole } from '../console/build/build-console.mjs';
import { bundleService } from './bundle.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** `npm run build`. Ends this process if it fails. */
export async function build() {
  const compiler = ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, compiler, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  await bundleService();
  await buildConsole();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await build();
