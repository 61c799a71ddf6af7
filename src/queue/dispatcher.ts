import type { Schedulable } from './domain/schedulable.js';
import { AttemptQueue } from './attempt-queue.js';
import type { DispatchLimits } from './dispatch-limits.js';
import { FairShare } from './fair-share.js';
import { RoundRobin } from './round-robin.js';

/** What has no queue here has this. */
const NOTHING = { waiting: 0, bytes: 0, isProbed: false };
/** Of an endpoint that keeps failing not many attempts wait here, for they wait long. */
const WAITING_WHILE_PROBED = 10;

/** What a dispatcher needs to know of its attempts. */
export interface Queueing<Attempt> {
  /** The queue to wait in. All of one queue belong to one partner. */
  queueOf(attempt: Attempt): number;
  /** What it takes of memory, in bytes. */
  sizeOf(attempt: Attempt): number;
}

/**
 * Decides whose turn it is. Partners take turns, then the queues of each (its subscriptions), so that neither a dead
 * endpoint nor a busy partner holds up anybody else; a part of the places is kept for queues that have none yet, so that
 * many dead endpoints do not either. Holds no attempt's fate: `make` is called for each attempt at its turn, and whoever
 * makes it reports back with `finished`.
 */
export class Dispatcher<Attempt extends Schedulable> {
  private readonly queues = new Map<number, AttemptQueue<Attempt>>();
  private readonly inFlightOf = new Map<number, number>();
  /** Queues with nothing in flight, and those that want more. */
  private readonly first: RoundRobin<AttemptQueue<Attempt>>;
  private readonly further: RoundRobin<AttemptQueue<Attempt>>;
  private waiting = 0;
  private inFlight = 0;
  private readonly share: FairShare;
  private stopped = false;
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

  /** How many more attempts may wait here in all. */
  get room(): number {
    if (this.stopped || this.share.taken >= this.limits.bytes) return 0;
    return Math.max(0, this.limits.waiting - this.waiting);
  }

  /**
   * How many more attempts may wait here in a queue. No queue takes more than it leaves free, in number and in
   * bytes: however many endpoints hang, those that do not find room.
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
    return this.share.freeFor(partnerId);
  }

  /** How many attempts to fetch at most, in all and for one queue, so that room is left for others. */
  get roomToFetch(): { total: number; perQueue: number } {
    const total = Math.floor(this.room / 2);
    return { total, perQueue: Math.min(total, this.limits.waitingPerQueue) };
  }

  /** True when the queue of an attempt is at most half full, and so is the whole. */
  hasAmpleRoomFor(attempt: Attempt): boolean {
    const { waiting, waitingPerQueue } = this.limits;
    return this.waiting * 2 <= waiting && this.roomFor(this.queueing.queueOf(attempt)) * 2 >= waitingPerQueue;
  }

  /** Queues without room, for which nothing more should be fetched. */
  full(): number[] {
    return [...this.queues.keys()].filter((queueId) => this.roomFor(queueId) === 0);
  }

  add(attempt: Attempt): void {
    const queue = this.queueOf(attempt);
    queue.add(attempt);
    this.waiting += 1;
    this.account(queue, this.queueing.sizeOf(attempt));
    this.list(queue);
    this.startWhatMay();
  }

  /** The attempt was made, or given up before it was made. */
  finished(attempt: Attempt, succeeded: boolean): void {
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

  /** Takes a waiting attempt back; false when it is no longer waiting. */
  withdraw(attempt: Attempt): boolean {
    if (attempt.state !== 'waiting') return false;
    const queue = this.queueOf(attempt);
    queue.withdraw(attempt);
    this.waiting -= 1;
    this.account(queue, -this.queueing.sizeOf(attempt));
    return true;
  }

  /**
   * Takes back what waits in a queue, as far as it is unwanted. Of what is in flight that is marked as withdrawn too: it
   * ends, and nothing follows from a failure.
   */
  withdrawFrom(queueId: number, isUnwanted: (attempt: Attempt) => boolean): Attempt[] {
    const queue = this.queues.get(queueId);
    if (queue === undefined) return [];
    const withdrawn = queue.all().filter((attempt) => isUnwanted(attempt) && this.withdraw(attempt));
    for (const attempt of queue.inFlight) if (isUnwanted(attempt)) attempt.state = 'withdrawn';
    if (queue.isIdle) this.queues.delete(queueId);
    return withdrawn;
  }

  /** Takes back whatever of these waits, and marks those in flight as `withdrawAllOf` does. */
  withdrawThose(areMeant: (attempt: Attempt) => boolean): Attempt[] {
    return [...this.queues.values()].flatMap((queue) => {
      for (const attempt of queue.inFlight) if (areMeant(attempt)) attempt.state = 'withdrawn';
      return queue.all().filter((attempt) => areMeant(attempt) && this.withdraw(attempt));
    });
  }

  /** Starts nothing more and takes back all that waits. */
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

  /** Gives a queue its place in the order of turns, and its partner, whose count of attempts has changed. */
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
