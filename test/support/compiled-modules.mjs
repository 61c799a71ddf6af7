import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * Jest loads our TypeScript, but Node loads the threads and processes that the service starts. This module is preloaded
 * into them too, because --import is passed on, and takes modules of src/ or packages/ that exist only as TypeScript
 * from dist/, which global-setup.mjs has just built. A thread whose program is JavaScript does not need it, and starts
 * a second faster without it.
 */
const [, program = ''] = process.argv;
if (isMainThread || !existsSync(program)) register('./compiled-modules-hooks.mjs', import.meta.url);
