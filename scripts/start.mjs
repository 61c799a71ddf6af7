// What `npm start` does: everything that a fresh clone needs, then the service with its demo.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

install();
const build = spawnSync(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

// In this very process, so that signals reach the service itself.
const main = new URL('../dist/src/main.js', import.meta.url);
process.argv = [process.execPath, fileURLToPath(main), '--demo', ...process.argv.slice(2)];
await import(main.href);
