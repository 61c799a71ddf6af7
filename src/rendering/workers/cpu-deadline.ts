import type { ThreadCpu } from './thread-cpu.js';

/** Often enough to end a thread soon after its deadline, and rarely enough to cost nothing. */
const SHORTEST_CHECK_MS = 10;
const LONGEST_CHECK_MS = 5_000;
/** After this many consecutive checks without CPU time, the thread is considered stalled. */
const STALLED_CHECKS = 24;

/** `deadline`: the thread used up its CPU time. `stalled`: it used none at all for two minutes. */
export type DeadlineReason = 'deadline' | 'stalled';

/**
 * Limits a thread's CPU time from now on; waiting for the processor does not count. Checks no earlier than the thread
 * could have used up the rest, so a task that ends in time costs no check.
 */
export class CpuDeadline {
  private readonly startedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private lastUsed = 0;
  private idleChecks = 0;

  /** @param onPassed called at most once, and not after `stop` */
  constructor(
    private readonly cpu: ThreadCpu,
    private readonly limitMs: number,
    private readonly onPassed: (reason: DeadlineReason) => void,
  ) {
    this.startedAt = cpu.read();
    this.checkAgain();
  }

  /** Stops checking. Returns the CPU time used, in milliseconds. */
  stop(): number {
    clearTimeout(this.timer);
    return this.cpu.read() - this.startedAt;
  }

  private checkAgain(): void {
    const leftMs = this.limitMs - this.lastUsed;
    const waitMs = Math.min(Math.max(leftMs, SHORTEST_CHECK_MS), LONGEST_CHECK_MS);
    // Check a stalled thread rarely, even if it is near its limit.
    const patienceMs = this.idleChecks === 0 ? waitMs : LONGEST_CHECK_MS;
    this.timer = setTimeout(() => this.check(), patienceMs);
  }

  private check(): void {
    const used = this.cpu.read() - this.startedAt;
    if (used >= this.limitMs) return this.onPassed('deadline');
    this.idleChecks = used > this.lastUsed ? 0 : this.idleChecks + 1;
    this.lastUsed = used;
    if (this.idleChecks >= STALLED_CHECKS) return this.onPassed('stalled');
    this.checkAgain();
  }
}
