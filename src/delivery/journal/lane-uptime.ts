/** Heartbeats are sent every second. A longer gap means trouble in this process or in the database. */
const MAX_GAP_MS = 3_000;

/**
 * How long this process has sent heartbeats without a gap. Only a process that could write all the time may conclude
 * that another is silent, because after an outage of the database all processes seem silent.
 */
export class LaneUptime {
  private since = 0;
  private lastAt: number | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  kept(): void {
    const now = this.now();
    if (this.lastAt === null || now - this.lastAt > MAX_GAP_MS) this.since = now;
    this.lastAt = now;
  }

  interrupted(): void {
    this.lastAt = null;
  }

  /** 0 after a gap, until the next heartbeat. */
  get seconds(): number {
    const { lastAt } = this;
    if (lastAt === null || this.now() - lastAt > MAX_GAP_MS) return 0;
    return (lastAt - this.since) / 1_000;
  }
}
