import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../shared/collect-garbage.js';

/** Longer than the pauses between the renders of a busy thread. */
const IDLE_MS = 1_000;
/** More than the heap of a thread that has just loaded. A smaller heap is not worth a collection. */
const WORTHWHILE_BYTES = 24 * 1024 * 1024;

/**
 * Collects the garbage of a thread once it is idle, up to 80 MiB after a large render. V8 itself would wait for further
 * garbage, which an idle thread never makes.
 */
export class IdleGarbage {
  private timer: NodeJS.Timeout | null = null;

  /** Call it when the thread becomes idle. */
  idle(): void {
    this.timer = setTimeout(() => {
      if (getHeapStatistics().total_heap_size > WORTHWHILE_BYTES) collectGarbage();
    }, IDLE_MS);
  }

  /** Call it when the thread begins a task. */
  busy(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
