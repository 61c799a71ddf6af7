/** How much may run and wait. */
export interface FairQueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number;
  /** Of these, at most this many of one partner. */
  readonly runningOfPartner: number;
  /** Of these, at most this many of all slow partners together. */
  readonly runningOfSlow: number;
  readonly waiting: number;
  readonly waitingOfPartner: number;
}

/** The reason why there is no room for a job. */
export type FullBecause = 'partner' | 'all';

/** A job that costs more than this makes its partner slow, for so long. */
const SLOW_JOB_MS = 250;
const SLOW_FOR_MS = 30_000;
/** Slow jobs of a partner cost their places this many times as long as they took, so that they use a quarter of one. */
const SLOW_JOB_WEIGHT = 4;
/** A partner may be ahead by so much: five seconds of slow jobs in a row, as an author who tries a template needs. */
const AHEAD_MS = 5_000 * SLOW_JOB_WEIGHT;
/** So many jobs wait of a partner that rests; more would wait for minutes. */
const WAITING_OF_RESTING = 8;

/** A partner whose jobs took long lately. */
interface SlowPartner {
  /** It is slow until then. */
  readonly until: number;
  /** Its slow jobs so far are paid for then. */
  readonly paidAt: number;
}

/**
 * Decides who is next. Partners take turns, however often they asked, and none may hold more than its part of the
 * places. Partners whose jobs took long lately are slow, and share one part of the places among themselves: everyone
 * else waits only behind short jobs, whatever the slow ones send. After a few seconds of slow jobs a partner rests, so
 * that in the long run they use a quarter of a place: a core is worth more to others than a thread. A partner's own jobs
 * keep their order.
 */
export class FairQueue<Job> {
  /** In the order of their turns. */
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

  /** True when a job waits that may run now. */
  get isReady(): boolean {
    return this.nextPartner() !== null;
  }

  /** The time, in milliseconds, until a partner with waiting jobs has rested; null if none rests. */
  get restMs(): number | null {
    const rests = [...this.waiting.keys()].map((id) => this.restOf(id)).filter((rest) => rest > 0);
    return rests.length === 0 ? null : Math.min(...rests);
  }

  /** Queues the job, or returns the reason why there is no room. */
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
    const now = this.now();
    const paidFrom = Math.max(now, this.slow.get(partnerId)?.paidAt ?? now);
    this.slow.set(partnerId, { until: now + SLOW_FOR_MS, paidAt: paidFrom + costMs * SLOW_JOB_WEIGHT });
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
