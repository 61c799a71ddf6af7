// `npm start`: installs and builds what is missing, then starts the service with its demo.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A published package has no sources: it is built, and npm has installed its dependencies.
if (existsSync(new URL('../src', import.meta.url))) {
  const { install } = await import('./install.mjs');
  install();
  const { build } = await import('./build.mjs');
  await build();
}

// In this process, so that signals reach the service.
const main = new URL('../dist/service/main.js', import.meta.url);
process.argv = [process.execPath, fileURLToPath(main), '--demo', ...process.argv.slice(2)];
await import(main.href);
