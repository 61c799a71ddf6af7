import { EngineClock } from './domain/engine-clock.js';

/** Milliseconds between notifications. Each takes a database-wide lock at its commit. */
const QUIET_MS = 100;

/**
 * Wakes the workers of other processes, at most ten times per second. A lost notification delays work by at most a
 * second, because every worker also scans once a second.
 */
export class WorkerWake {
  private isQuiet = false;
  private isAskedFor = false;

  /** @param call notifies the workers of all processes, or fails */
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
