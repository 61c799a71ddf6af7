/** How much may run and wait. */
export interface FairQueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number;
  /** Of these, at most so many of one partner. */
  readonly runningOfPartner: number;
  readonly waiting: number;
  readonly waitingOfPartner: number;
}

/**
 * Who is next: partners take turns, whoever asked first and however often, and none takes all places. A partner's own
 * jobs keep their order.
 */
export class FairQueue<Job> {
  /** In the order of their turns. */
  private readonly waiting = new Map<number, Job[]>();
  private readonly running = new Map<number, number>();
  private waitingCount = 0;
  private runningCount = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /** False when there is no more room to wait, for anybody or for this partner. */
  add(partnerId: number, job: Job): boolean {
    const jobs = this.waiting.get(partnerId) ?? [];
    const { waiting, waitingOfPartner } = this.limits;
    if (this.waitingCount >= waiting || jobs.length >= waitingOfPartner) return false;
    jobs.push(job);
    this.waiting.set(partnerId, jobs);
    this.waitingCount += 1;
    return true;
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
    if (this.runningCount >= this.limits.running) return null;
    for (const partnerId of this.waiting.keys()) {
      if (this.runningOf(partnerId) < this.limits.runningOfPartner) return partnerId;
    }
    return null;
  }

  private runningOf(partnerId: number): number {
    return this.running.get(partnerId) ?? 0;
  }
}
