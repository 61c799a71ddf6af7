/** Limits on running and waiting jobs. */
export interface FairQueueLimits {
  /** Concurrent jobs. */
  readonly running: number;
  /** Concurrent jobs of one partner. */
  readonly runningOfPartner: number;
  /** Concurrent jobs of all slow partners together. */
  readonly runningOfSlow: number;
  readonly waiting: number;
  readonly waitingOfPartner: number;
}

/** The reason why there is no room for a job. */
export type FullBecause = 'partner' | 'all';

/** A job that costs more makes its partner slow for SLOW_FOR_MS. */
const SLOW_JOB_MS = 250;
const SLOW_FOR_MS = 30_000;
/** A slow job counts this many times, so that a partner's slow jobs use a quarter of a place in the long run. */
const SLOW_JOB_WEIGHT = 4;
/**
 * How far a partner may be ahead: five seconds of slow jobs in a row, which an author who tries out a template needs.
 */
const AHEAD_MS = 5_000 * SLOW_JOB_WEIGHT;
/** The most waiting jobs of a resting partner. More would wait for minutes. */
const WAITING_OF_RESTING = 8;

/** A partner with slow jobs recently. */
interface SlowPartner {
  /** When it stops being slow. */
  readonly until: number;
  /** When its slow jobs so far are paid for. */
  readonly paidAt: number;
}

/**
 * Decides which job runs next. Partners take turns, however many jobs they have, and each may use only a part of the
 * places. Partners with slow jobs recently share one part of the places, so that all others wait only behind short
 * jobs. After a few seconds of slow jobs, a partner rests, so that in the long run it uses a quarter of a place. A
 * partner's own jobs keep their order.
 */
export class FairQueue<Job> {
  /** By partner, in the order of their turns. */
  private readonly waiting = new Map<number, Job[]>();
  private readonly running = new Map<number, number>();
  private readonly slow = new Map<number, SlowPartner>();
  private waitingCount = 0;
  private runningCount = 0;

  constructor(
    private readonly limits: FairQueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.waitingCount;
  }

  /** True if a waiting job may run now. */
  get isReady(): boolean {
    return this.nextPartner() !== null;
  }

  /** Milliseconds until the first resting partner with waiting jobs may continue; null if none rests. */
  get restMs(): number | null {
    const rests = [...this.waiting.keys()].map((id) => this.restOf(id)).filter((rest) => rest > 0);
    return rests.length === 0 ? null : Math.min(...rests);
  }

  /** Queues a job, or returns why there is no room. */
  add(partnerId: number, job: Job): FullBecause | null {
    const jobs = this.waiting.get(partnerId) ?? [];
    if (jobs.length >= this.limits.waitingOfPartner) return 'partner';
    if (jobs.length >= WAITING_OF_RESTING && this.restOf(partnerId) > 0) return 'partner';
    if (this.waitingCount >= this.limits.waiting) return 'all';
    jobs.push(job);
    this.waiting.set(partnerId, jobs);
    this.waitingCount += 1;
    return null;
  }

  /** Returns the next job, which counts as running until `done` is called. Null if none may run now. */
  take(): { readonly partnerId: number; readonly job: Job } | null {
    const partnerId = this.nextPartner();
    const jobs = partnerId === null ? undefined : this.waiting.get(partnerId);
    const job = jobs?.shift();
    if (partnerId === null || jobs === undefined || job === undefined) return null;
    this.waiting.delete(partnerId);
    if (jobs.length > 0) this.waiting.set(partnerId, jobs);
    this.waitingCount -= 1;
    this.runningCount += 1;
    this.running.set(partnerId, this.runningOf(partnerId) + 1);
    return { partnerId, job };
  }

  /** Records the cost of a partner's job. Call it as soon as the cost is known. */
  note(partnerId: number, costMs: number): void {
    if (costMs <= SLOW_JOB_MS) return;
    const now = this.now();
    const paidFrom = Math.max(now, this.slow.get(partnerId)?.paidAt ?? now);
    this.slow.set(partnerId, { until: now + SLOW_FOR_MS, paidAt: paidFrom + costMs * SLOW_JOB_WEIGHT });
  }

  /** Call it when a job of this partner has ended. */
  done(partnerId: number): void {
    this.runningCount -= 1;
    const left = this.runningOf(partnerId) - 1;
    if (left > 0) this.running.set(partnerId, left);
    else this.running.delete(partnerId);
  }

  /** Removes and returns all waiting jobs. */
  clear(): readonly Job[] {
    const jobs = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.waitingCount = 0;
    return jobs;
  }

  private nextPartner(): number | null {
    if (this.waitingCount === 0 || this.runningCount >= this.limits.running) return null;
    this.forgetSlowness();
    let runningOfSlow = 0;
    for (const [partnerId, running] of this.running) {
      if (this.slow.has(partnerId)) runningOfSlow += running;
    }
    for (const partnerId of this.waiting.keys()) {
      if (this.runningOf(partnerId) >= this.limits.runningOfPartner) continue;
      if (this.slow.has(partnerId) && runningOfSlow >= this.limits.runningOfSlow) continue;
      if (this.restOf(partnerId) > 0) continue;
      return partnerId;
    }
    return null;
  }

  private forgetSlowness(): void {
    const now = this.now();
    for (const [partnerId, { until, paidAt }] of this.slow) {
      if (until <= now && paidAt <= now) this.slow.delete(partnerId);
    }
  }

  private restOf(partnerId: number): number {
    const paidAt = this.slow.get(partnerId)?.paidAt;
    return paidAt === undefined ? 0 : Math.max(0, paidAt - AHEAD_MS - this.now());
  }

  private runningOf(partnerId: number): number {
    return this.running.get(partnerId) ?? 0;
  }
}
