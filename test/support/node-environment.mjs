import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** The storages used since the last spec ended. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runAndNote(...given) {
  used.add(this);
  return run.apply(this, given);
};

/**
 * Node's environment. Jest creates an async storage for each spec and keeps it enabled, and Node 20 calls every enabled
 * one whenever a promise is created. After a hundred specs in one worker, code with many promises takes several times
 * as long. This environment disables them after each spec. A storage that is used again enables itself.
 */
export default class NodeEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
