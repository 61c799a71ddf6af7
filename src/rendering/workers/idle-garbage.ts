import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../shared/collect-garbage.js';

/** Longer than the pauses between the renders of a busy thread. */
const IDLE_MS = 1_000;
/** More than what a thread has loaded. Less is not worth a collection. */
const WORTHWHILE_BYTES = 24 * 1024 * 1024;

/**
 * Collects the garbage of a thread once it is idle. By itself V8 waits for further garbage, which an idle thread never
 * makes, and after a large render that is up to 80 MiB.
 */
export class IdleGarbage {
  private timer: NodeJS.Timeout | null = null;

  /** The thread has nothing to do. */
  idle(): void {
    this.timer = setTimeout(() => {
      if (getHeapStatistics().total_heap_size > WORTHWHILE_BYTES) collectGarbage();
    }, IDLE_MS);
  }

  /** The thread begins with a task. */
  busy(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
