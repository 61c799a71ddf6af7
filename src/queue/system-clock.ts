import { outsideRequest } from '../shared/logging/request-context.js';
import { EngineClock } from './domain/engine-clock.js';

/** The time of this machine. What the engine does later, it does for no request: it serves several at a time. */
export class SystemClock extends EngineClock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  after(milliseconds: number, call: () => void): () => void {
    if (milliseconds <= 0) {
      const immediate = outsideRequest(() => setImmediate(call));
      return () => clearImmediate(immediate);
    }
    // Longer than a timer can wait is as good as never: the scan once a second finds what is due.
    const timer = outsideRequest(() => setTimeout(call, Math.min(milliseconds, 2_147_483_647)));
    return () => clearTimeout(timer);
  }
}
