// `npm start`: does everything that a fresh clone needs, then starts the service with its demo.
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
await build();

// In this very process, so that signals reach the service itself.
const main = new URL('../dist/src/main.js', import.meta.url);
process.argv = [process.execPath, fileURLToPath(main), '--demo', ...process.argv.slice(2)];
await import(main.href);
