import { register } from 'node:module';

/**
 * Jest reads our TypeScript, but the threads and processes that the service starts are Node's own. Preloaded into them
 * too (--import is handed on), this lets a module of src/ or packages/ that exists only as TypeScript come from dist/, which
 * global-setup.mjs has just built.
 */
register('./compiled-modules-hooks.mjs', import.meta.url);
