import { EngineClock } from './domain/engine-clock.js';

/** Milliseconds between notifications, each of which takes a lock on the whole database at its commit. */
const QUIET_MS = 100;

/**
 * Wakes the workers of other processes: at once, and then at most ten times per second. A lost notification costs a
 * second at most, because every worker scans once a second.
 */
export class WorkerWake {
  private isQuiet = false;
  private isAskedFor = false;

  /** @param call reaches the workers of all processes, or fails. */
  constructor(
    private readonly clock: EngineClock,
    private readonly call: () => Promise<unknown>,
  ) {}

  wake(): void {
    this.isAskedFor = true;
    if (!this.isQuiet) this.callNow();
  }

  private callNow(): void {
    this.isAskedFor = false;
    this.isQuiet = true;
    this.call().catch(() => undefined);
    this.clock.after(QUIET_MS, () => {
      this.isQuiet = false;
      if (this.isAskedFor) this.callNow();
    });
  }
}
