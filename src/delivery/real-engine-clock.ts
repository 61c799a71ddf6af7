import { EngineClock } from './domain/engine-clock.js';

/** The time of this machine. */
export class RealEngineClock extends EngineClock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  after(milliseconds: number, call: () => void): () => void {
    if (milliseconds <= 0) {
      const immediate = setImmediate(call);
      return () => clearImmediate(immediate);
    }
    // Longer than a timer can wait is as good as never: the scan once a second finds what is due.
    const timer = setTimeout(call, Math.min(milliseconds, 2_147_483_647));
    return () => clearTimeout(timer);
  }
}
