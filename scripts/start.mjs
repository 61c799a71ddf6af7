// `npm start`: does everything that a fresh clone needs, then starts the service with its demo.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A published package is built, has no sources, and came with the packages that it runs with.
if (existsSync(new URL('../src', import.meta.url))) {
  const { install } = await import('./install.mjs');
  install();
  const { build } = await import('./build.mjs');
  await build();
}

// In this very process, so that signals reach the service itself.
const main = new URL('../dist/service/main.js', import.meta.url);
process.argv = [process.execPath, fileURLToPath(main), '--demo', ...process.argv.slice(2)];
await import(main.href);
