import { performance } from 'node:perf_hooks';

/** Limits on what one process sends to a relay; null for no limit. */
export interface RelayBounds {
  /** Concurrent emails. */
  readonly maxConnections: number | null;
  /** Emails per second, evenly spaced. */
  readonly maxPerSecond: number | null;
}

/** Starts emails to one relay in order, within its limits. */
export class RelayPace {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];
  /** Monotonic time at which the next email may begin. */
  private nextAt = 0;

  constructor(private readonly bounds: RelayBounds) {}

  /** Waits for a turn. Returns a function that ends it, or null if the deadline aborts first. */
  async turn(deadline: AbortSignal): Promise<(() => void) | null> {
    if (!(await this.place(deadline))) return null;
    if (await this.spaced(deadline)) return () => this.leave();
    this.leave();
    return null;
  }

  private async place(deadline: AbortSignal): Promise<boolean> {
    const { maxConnections } = this.bounds;
    if (maxConnections !== null && this.underway >= maxConnections) {
      const isFree = await new Promise<boolean>((resolve) => {
        const enter = () => settle(true);
        const giveUp = () => {
          this.waiting.splice(this.waiting.indexOf(enter), 1);
          settle(false);
        };
        const settle = (is: boolean) => {
          deadline.removeEventListener('abort', giveUp);
          resolve(is);
        };
        this.waiting.push(enter);
        deadline.addEventListener('abort', giveUp, { once: true });
      });
      // The previous email passed its place on without decrementing the count.
      return isFree;
    }
    this.underway += 1;
    return !deadline.aborted || (this.leave(), false);
  }

  private async spaced(deadline: AbortSignal): Promise<boolean> {
    const { maxPerSecond } = this.bounds;
    if (maxPerSecond === null) return true;
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + 1_000 / maxPerSecond;
    return at <= now || pause(at - now, deadline);
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.underway -= 1;
    else next();
  }
}

/** Resolves with false if the deadline aborts first. */
function pause(milliseconds: number, deadline: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (is: boolean) => {
      clearTimeout(timer);
      deadline.removeEventListener('abort', giveUp);
      resolve(is);
    };
    const giveUp = () => settle(false);
    const timer = setTimeout(settle, milliseconds, true);
    deadline.addEventListener('abort', giveUp, { once: true });
  });
}
