import { outsideRequest } from '../shared/logging/request-context.js';
import { EngineClock } from './domain/engine-clock.js';

/** The time of this machine. Timers run outside any request, because the engine works for several at a time. */
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
    // A timer cannot wait longer; the scan every second finds what is due by then.
    const timer = outsideRequest(() => setTimeout(call, Math.min(milliseconds, 2_147_483_647)));
    return () => clearTimeout(timer);
  }
}
