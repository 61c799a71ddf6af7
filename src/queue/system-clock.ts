import { outsideRequest } from '../shared/logging/request-context.js';
import { EngineClock } from './domain/engine-clock.js';

/**
 * The machine's clock. Timers run outside any request's context, because the engine works for several requests at a
 * time.
 */
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
    // The limit of setTimeout. The scan every second finds what is due later.
    const timer = outsideRequest(() => setTimeout(call, Math.min(milliseconds, 2_147_483_647)));
    return () => clearTimeout(timer);
  }
}
