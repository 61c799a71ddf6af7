import type { Schedulable } from './domain/schedulable.js';
import { AttemptQueue } from './attempt-queue.js';
import type { DispatchLimits } from './dispatch-limits.js';
import { FairShare } from './fair-share.js';
import type { Queueing } from './queueing.js';
import { RoundRobin } from './round-robin.js';

/*
 * Owns the attempts of this process until they are finished, and decides which one is next. It serves both deliveries,
 * which queue by subscription, and emails, which queue by company.
 *
 *   attempt     waiting     add(); counts towards `limits.waiting` and `limits.bytes`
 *               in flight   `make` was called; ends with finished()
 *               withdrawn   withdraw…(), stop(); never made, or if in flight, a failure is ignored
 *
 *   queue       in `first`    ready, with nothing in flight: served before any queue in `further`
 *               in `further`  ready, with attempts in flight; may not use the share `keptForFirst` of all places
 *               not listed    empty, or at its limit in flight: `inFlightPerQueue`, or one while it is probed
 *
 * Turns rotate over the partners, and within a partner over its queues. A partner with `inFlightPerPartner` attempts in
 * flight is skipped. So a dead endpoint, a busy partner, or many dead endpoints together do not delay others. After
 * several failures in a row, a queue is probed (attempt-queue.ts): one attempt at a time, and few waiting.
 *
 * list() must follow every change that can make a queue ready or give its partner room.
 */

/** The load of a queue that does not exist. */
const NOTHING = { waiting: 0, bytes: 0, isProbed: false };
/** Attempts for a failing endpoint wait long, so few of them wait in memory. */
const WAITING_WHILE_PROBED = 10;

/** Schedules attempts fairly over partners and their queues. See the top of this file. */
export class Dispatcher<Attempt extends Schedulable> {
  private readonly queues = new Map<number, AttemptQueue<Attempt>>();
  private readonly inFlightOf = new Map<number, number>();
  /** Ready queues without and with attempts in flight. */
  private readonly first: RoundRobin<AttemptQueue<Attempt>>;
  private readonly further: RoundRobin<AttemptQueue<Attempt>>;
  private waiting = 0;
  private inFlight = 0;
  private readonly share: FairShare;
  private stopped = false;
  /** How often each partner is closed to new attempts. */
  private readonly closed = new Map<number, number>();
  private onIdle: (() => void)[] = [];

  constructor(
    private readonly limits: DispatchLimits,
    private readonly queueing: Queueing<Attempt>,
    private readonly make: (attempt: Attempt) => void,
  ) {
    this.share = new FairShare(limits.bytes);
    const { inFlightPerPartner, keptForFirst } = limits;
    const hasFewerThan = (most: number) => (partnerId: number) => this.inFlightOfPartner(partnerId) < most;
    this.first = new RoundRobin(hasFewerThan(inFlightPerPartner));
    this.further = new RoundRobin(hasFewerThan(inFlightPerPartner * (1 - keptForFirst)));
  }

  get load(): { waiting: number; inFlight: number; bytes: number } {
    return { waiting: this.waiting, inFlight: this.inFlight, bytes: this.share.taken };
  }

  /** How many more attempts may wait in total. */
  get room(): number {
    if (this.stopped || this.share.taken >= this.limits.bytes) return 0;
    return Math.max(0, this.limits.waiting - this.waiting);
  }

  /**
   * How many more attempts may wait in a queue. No queue takes more than it leaves free, in number and in bytes, so
   * that there is room for endpoints that answer, however many hang.
   */
  roomFor(queueId: number): number {
    const { waiting, bytes, isProbed } = this.queues.get(queueId) ?? NOTHING;
    if (bytes > this.limits.bytes - this.share.taken) return 0;
    const { waitingPerQueue } = this.limits;
    const most = isProbed ? Math.min(WAITING_WHILE_PROBED, waitingPerQueue) : waitingPerQueue;
    return Math.max(0, Math.min(Math.ceil((this.room - waiting) / 2), most - waiting));
  }

  /** How many bytes of bodies a partner may add. */
  bytesFor(partnerId: number): number {
    return this.closed.has(partnerId) ? 0 : this.share.freeFor(partnerId);
  }

  /** Refuses new attempts of a partner until the returned function is called. */
  closeTo(partnerId: number): () => void {
    const change = (by: number): void => {
      const times = (this.closed.get(partnerId) ?? 0) + by;
      if (times === 0) this.closed.delete(partnerId);
      else this.closed.set(partnerId, times);
    };
    change(1);
    return () => change(-1);
  }

  /** The most attempts to fetch, in total and per queue, so that room is left for others. */
  get roomToFetch(): { total: number; perQueue: number } {
    const total = Math.floor(this.room / 2);
    return { total, perQueue: Math.min(total, this.limits.waitingPerQueue) };
  }

  /** True if the queue of the attempt and the dispatcher are both at most half full. */
  hasAmpleRoomFor(attempt: Attempt): boolean {
    const { waiting, waitingPerQueue } = this.limits;
    return this.waiting * 2 <= waiting && this.roomFor(this.queueing.queueOf(attempt)) * 2 >= waitingPerQueue;
  }

  /** Full queues, for which nothing more should be fetched. */
  full(): number[] {
    return [...this.queues.keys()].filter((queueId) => this.roomFor(queueId) === 0);
  }

  /** Queues in which attempts wait. */
  occupied(): number[] {
    return [...this.queues.values()].filter(({ waiting }) => waiting > 0).map(({ id }) => id);
  }

  add(attempt: Attempt): void {
    const queue = this.queueOf(attempt);
    queue.add(attempt);
    this.waiting += 1;
    this.account(queue, this.queueing.sizeOf(attempt));
    this.list(queue);
    this.startWhatMay();
  }

  /** Call it when an attempt has ended. @param succeeded null if the result says nothing about its endpoint */
  finished(attempt: Attempt, succeeded: boolean | null): void {
    const queue = this.queueOf(attempt);
    queue.finished(attempt, succeeded);
    this.inFlight -= 1;
    this.account(queue, -this.queueing.sizeOf(attempt));
    this.count(queue.partnerId, -1);
    this.list(queue);
    if (queue.isIdle && !queue.isFailing) this.queues.delete(queue.id);
    this.startWhatMay();
    if (this.inFlight === 0) for (const resolve of this.onIdle.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  /** Withdraws a waiting attempt. False if it is no longer waiting. */
  withdraw(attempt: Attempt): boolean {
    if (attempt.state !== 'waiting') return false;
    const queue = this.queueOf(attempt);
    queue.withdraw(attempt);
    this.waiting -= 1;
    this.account(queue, -this.queueing.sizeOf(attempt));
    return true;
  }

  /**
   * Withdraws the unwanted attempts of a queue and returns those that were waiting. Those in flight are marked as
   * withdrawn, so that their failure is ignored.
   */
  withdrawFrom(queueId: number, isUnwanted: (attempt: Attempt) => boolean): Attempt[] {
    const queue = this.queues.get(queueId);
    if (queue === undefined) return [];
    const withdrawn = queue.all().filter((attempt) => isUnwanted(attempt) && this.withdraw(attempt));
    for (const attempt of queue.inFlight) if (isUnwanted(attempt)) attempt.state = 'withdrawn';
    if (queue.isIdle) this.queues.delete(queueId);
    return withdrawn;
  }

  /** Like `withdrawFrom`, for all queues. */
  withdrawThose(areMeant: (attempt: Attempt) => boolean): Attempt[] {
    return [...this.queues.values()].flatMap((queue) => {
      for (const attempt of queue.inFlight) if (areMeant(attempt)) attempt.state = 'withdrawn';
      return queue.all().filter((attempt) => areMeant(attempt) && this.withdraw(attempt));
    });
  }

  /** Removes and returns the waiting attempts that match. Those in flight continue. */
  takeBack(areMeant: (attempt: Attempt) => boolean): Attempt[] {
    return [...this.queues.values()]
      .flatMap((queue) => queue.all())
      .filter((attempt) => areMeant(attempt) && this.withdraw(attempt));
  }

  /** Stops starting attempts. Returns the waiting ones, which are withdrawn. */
  stop(): Attempt[] {
    this.stopped = true;
    return [...this.queues.values()]
      .flatMap((queue) => queue.all())
      .filter((attempt) => this.withdraw(attempt));
  }

  private account(queue: AttemptQueue<Attempt>, bytes: number): void {
    queue.bytes += bytes;
    this.share.count(queue.partnerId, bytes);
  }

  private startWhatMay(): void {
    while (!this.stopped && this.inFlight < this.limits.inFlight) {
      const queue = this.first.next() ?? this.nextFurther();
      if (queue === undefined) return;
      if (queue.isReady) this.start(queue);
      this.list(queue);
    }
  }

  private nextFurther(): AttemptQueue<Attempt> | undefined {
    const { inFlight, keptForFirst } = this.limits;
    return this.inFlight < inFlight * (1 - keptForFirst) ? this.further.next() : undefined;
  }

  private start(queue: AttemptQueue<Attempt>): void {
    const attempt = queue.take();
    if (attempt === undefined) return;
    attempt.state = 'in flight';
    this.waiting -= 1;
    this.inFlight += 1;
    this.count(queue.partnerId, 1);
    queue.inFlight.add(attempt);
    this.make(attempt);
  }

  /** Lists a queue for its next turn, and its partner, whose number of attempts in flight may have changed. */
  private list(queue: AttemptQueue<Attempt>): void {
    if (queue.isReady) (queue.inFlight.size === 0 ? this.first : this.further).add(queue);
    for (const turns of [this.first, this.further]) {
      turns.resume(queue.partnerId);
      if (!this.inFlightOf.has(queue.partnerId)) turns.forget(queue.partnerId);
    }
  }

  private inFlightOfPartner(partnerId: number): number {
    return this.inFlightOf.get(partnerId) ?? 0;
  }

  private count(partnerId: number, change: number): void {
    const inFlight = this.inFlightOfPartner(partnerId) + change;
    if (inFlight === 0) this.inFlightOf.delete(partnerId);
    else this.inFlightOf.set(partnerId, inFlight);
  }

  private queueOf(attempt: Attempt): AttemptQueue<Attempt> {
    const queueId = this.queueing.queueOf(attempt);
    let queue = this.queues.get(queueId);
    if (queue === undefined) {
      queue = new AttemptQueue(attempt.partnerId, queueId, this.limits.inFlightPerQueue);
      this.queues.set(queueId, queue);
    }
    return queue;
  }
}
