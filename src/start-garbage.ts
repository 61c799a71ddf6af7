import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 judges by the last five seconds how much is allocated. */
const LOOK_EVERY_MS = 7_000;
/** Of a core. A process that is used more collects by itself, and should not be stopped for it. */
const IDLE_SHARE = 0.02;
/** The first makes what is left old; by the second V8 knows that little is allocated, and gives back the young space. */
const COLLECTIONS = 2;

/**
 * Frees what the start has left behind, some 25 MiB, as soon as the process is idle. V8 collects when there is more of it,
 * which an idle process never gets to, and gives memory back only in a collection while little is allocated.
 */
export function collectStartGarbage(): void {
  let collections = 0;
  let usage = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    if (user + system > IDLE_SHARE * LOOK_EVERY_MS * 1_000) return;
    collect();
    collections += 1;
    if (collections === COLLECTIONS) clearInterval(timer);
  }, LOOK_EVERY_MS).unref();
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
}
