import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * Jest reads our TypeScript, but the threads and processes that the service starts are Node's own. Preloaded into them
 * too (--import is handed on), this lets a module of src/ or packages/ that exists only as TypeScript come from dist/, which
 * global-setup.mjs has just built. A thread whose program is there already needs no help, which would take it a second.
 */
const [, program = ''] = process.argv;
if (isMainThread || !existsSync(program)) register('./compiled-modules-hooks.mjs', import.meta.url);
