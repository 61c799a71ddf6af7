/** How much may run and wait. */
export interface FairQueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number;
  /** Of these, at most so many of one partner. */
  readonly runningOfPartner: number;
  /** Of these, at most so many of all slow partners together. */
  readonly runningOfSlow: number;
  readonly waiting: number;
  readonly waitingOfPartner: number;
}

/** The reason why there is no room for a job. */
export type FullBecause = 'partner' | 'all';

/** A job that costs more than this makes its partner slow, for so long. */
const SLOW_JOB_MS = 250;
const SLOW_FOR_MS = 30_000;

/**
 * Decides who is next. Partners take turns, however often they asked, and none may hold more than its part of the
 * places. Partners whose jobs took long lately are slow, and share one part of the places among themselves: everyone
 * else waits only behind short jobs, whatever the slow ones send. A partner's own jobs keep their order.
 */
export class FairQueue<Job> {
  /** In the order of their turns. */
  private readonly waiting = new Map<number, Job[]>();
  private readonly running = new Map<number, number>();
  /** Slow partners and until when they are, the earliest first. */
  private readonly slowUntil = new Map<number, number>();
  private waitingCount = 0;
  private runningCount = 0;

  constructor(
    private readonly limits: FairQueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.waitingCount;
  }

  /** True when a job waits that may run now. */
  get isReady(): boolean {
    return this.nextPartner() !== null;
  }

  /** Queues the job, or returns the reason why there is no room. */
  add(partnerId: number, job: Job): FullBecause | null {
    const jobs = this.waiting.get(partnerId) ?? [];
    if (jobs.length >= this.limits.waitingOfPartner) return 'partner';
    if (this.waitingCount >= this.limits.waiting) return 'all';
    jobs.push(job);
    this.waiting.set(partnerId, jobs);
    this.waitingCount += 1;
    return null;
  }

  /** The job whose turn it is, counted as running until `done` is called; null when none may run now. */
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

  /** Remembers what a job of this partner cost, in milliseconds, as soon as that is known. */
  note(partnerId: number, costMs: number): void {
    if (costMs <= SLOW_JOB_MS) return;
    this.slowUntil.delete(partnerId);
    this.slowUntil.set(partnerId, this.now() + SLOW_FOR_MS);
  }

  /** A job of this partner has ended. */
  done(partnerId: number): void {
    this.runningCount -= 1;
    const left = this.runningOf(partnerId) - 1;
    if (left > 0) this.running.set(partnerId, left);
    else this.running.delete(partnerId);
  }

  /** Takes out everything that waits. */
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
      if (this.slowUntil.has(partnerId)) runningOfSlow += running;
    }
    for (const partnerId of this.waiting.keys()) {
      if (this.runningOf(partnerId) >= this.limits.runningOfPartner) continue;
      if (this.slowUntil.has(partnerId) && runningOfSlow >= this.limits.runningOfSlow) continue;
      return partnerId;
    }
    return null;
  }

  private forgetSlowness(): void {
    const now = this.now();
    for (const [partnerId, until] of this.slowUntil) {
      if (until > now) return;
      this.slowUntil.delete(partnerId);
    }
  }

  private runningOf(partnerId: number): number {
    return this.running.get(partnerId) ?? 0;
  }
}
