import type { ThreadCpu } from './thread-cpu.js';

/** Often enough to end a thread soon after its deadline, rarely enough to cost nothing. */
const SHORTEST_CHECK_MS = 10;
const LONGEST_CHECK_MS = 5_000;
/** So many checks in a row without any CPU time: the thread waits for something that does not come. */
const STALLED_CHECKS = 24;

/** `deadline`: the thread used up its CPU time. `stalled`: it used none at all for two minutes. */
export type DeadlineReason = 'deadline' | 'stalled';

/**
 * Watches what a thread does from now on, by its CPU time: waiting for the processor does not count. Each check comes no
 * earlier than the thread could have used up what is left, so a task that ends in time costs no check.
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

  /** Ends the watch; answers the CPU time that was used, in milliseconds. */
  stop(): number {
    clearTimeout(this.timer);
    return this.cpu.read() - this.startedAt;
  }

  private checkAgain(): void {
    const leftMs = this.limitMs - this.lastUsed;
    const waitMs = Math.min(Math.max(leftMs, SHORTEST_CHECK_MS), LONGEST_CHECK_MS);
    // A thread that stalls near its limit is not more urgent than any other.
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
