import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Storages that have been used since the last file of tests ended. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runAndNote(...given) {
  used.add(this);
  return run.apply(this, given);
};

/**
 * Node's environment. Jest makes a storage of async hooks for each file and keeps it in use, and Node 20 asks every one
 * in use whenever a promise is made: after a hundred files in one worker, what consists of promises takes several times
 * as long. Whichever is used again takes part again.
 */
export default class NodeEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
