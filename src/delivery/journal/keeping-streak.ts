/** Lanes are kept every second; after a longer gap something was wrong here or with the database. */
const LONGEST_GAP_MS = 3_000;

/**
 * For how long a process has kept its lanes without a gap. Only a process that could write all the time knows that
 * another was silent: after an outage in which nobody could write, everyone seems to have been.
 */
export class KeepingStreak {
  private since = 0;
  private lastAt: number | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  keeps(): void {
    const now = this.now();
    if (this.lastAt === null || now - this.lastAt > LONGEST_GAP_MS) this.since = now;
    this.lastAt = now;
  }

  breaks(): void {
    this.lastAt = null;
  }

  /** 0 after a gap, until a lane is kept again. */
  get seconds(): number {
    const { lastAt } = this;
    if (lastAt === null || this.now() - lastAt > LONGEST_GAP_MS) return 0;
    return (lastAt - this.since) / 1_000;
  }
}
