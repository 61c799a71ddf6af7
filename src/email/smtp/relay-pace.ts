import { performance } from 'node:perf_hooks';

/** Bounds on what one process hands to a relay; null: none. */
export interface RelayBounds {
  /** Emails at the same time. */
  readonly maxConnections: number | null;
  /** Emails begun within any second, evenly spaced. */
  readonly maxPerSecond: number | null;
}

/** Lets emails to one relay begin in their order, as its bounds allow. */
export class RelayPace {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];
  /** When the next email may begin, by the monotonic clock. */
  private nextAt = 0;

  constructor(private readonly bounds: RelayBounds) {}

  /** Waits for a turn, and returns what ends it; null when the deadline aborts first. */
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
      // The email before has handed its place over, still counted.
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

/** False when the deadline aborts first. */
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
