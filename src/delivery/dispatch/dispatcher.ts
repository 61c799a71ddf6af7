import { PlannedAttempt } from '../domain/planned-attempt.js';
import { Turn } from '../domain/turn.js';
import { AttemptQueue } from './attempt-queue.js';
import { Fifo } from './fifo.js';

/** Bounds of what one process holds and does at once. */
export interface DispatchLimits {
  /** Attempts in flight: in all, per partner, per subscription (or whatever else has queues). */
  readonly inFlight: number;
  readonly inFlightPerPartner: number;
  readonly inFlightPerQueue: number;
  /** Attempts waiting in memory: in all, and per queue. What does not fit waits in the database. */
  readonly waiting: number;
  readonly waitingPerQueue: number;
  /** Bytes of the bodies of all attempts held, waiting or in flight. */
  readonly bytes: number;
}

export const DISPATCH_LIMITS: DispatchLimits = {
  inFlight: 512,
  inFlightPerPartner: 128,
  inFlightPerQueue: 10,
  waiting: 10_000,
  waitingPerQueue: 500,
  bytes: 64 * 1_048_576,
};

/** What has no queue here has this. */
const NOTHING = { waiting: 0, bytes: 0, isProbed: false };
/** Of an endpoint that keeps failing not many attempts wait here, for they wait long. */
const WAITING_WHILE_PROBED = 10;

interface PartnerRing<Attempt extends Turn> {
  inFlight: number;
  isListed: boolean;
  readonly ready: Fifo<AttemptQueue<Attempt>>;
}

/** What a dispatcher needs to know of its attempts. */
export interface Queueing<Attempt> {
  /** The queue to wait in. All of one queue belong to one partner. */
  queueOf(attempt: Attempt): number;
  /** What it takes of memory, in bytes. */
  sizeOf(attempt: Attempt): number;
}

/** Deliveries wait by subscription. */
export const BY_SUBSCRIPTION: Queueing<PlannedAttempt> = {
  queueOf: ({ subscriptionId }) => subscriptionId,
  sizeOf: ({ body }) => body.length,
};

/**
 * Decides whose turn it is. Partners take turns, then the queues of each (its subscriptions), so that neither a dead
 * endpoint nor a busy partner holds up anybody else. Holds no attempt's fate: `make` is called for each attempt at its
 * turn, and whoever makes it reports back with `finished`.
 */
export class Dispatcher<Attempt extends Turn = PlannedAttempt> {
  private readonly queues = new Map<number, AttemptQueue<Attempt>>();
  private readonly partners = new Map<number, PartnerRing<Attempt>>();
  private readonly ring = new Fifo<PartnerRing<Attempt>>();
  private waiting = 0;
  private inFlight = 0;
  private bytes = 0;
  private stopped = false;
  private onIdle: (() => void)[] = [];

  constructor(
    private readonly limits: DispatchLimits,
    private readonly queueing: Queueing<Attempt>,
    private readonly make: (attempt: Attempt) => void,
  ) {}

  get held(): { waiting: number; inFlight: number; bytes: number } {
    return { waiting: this.waiting, inFlight: this.inFlight, bytes: this.bytes };
  }

  /** How many more attempts may wait here in all. */
  get room(): number {
    if (this.stopped || this.bytes >= this.limits.bytes) return 0;
    return Math.max(0, this.limits.waiting - this.waiting);
  }

  /**
   * How many more attempts may wait here in a queue. No queue takes more than it leaves free, in number and in
   * bytes: however many endpoints hang, those that do not find room.
   */
  roomFor(queueId: number): number {
    const { waiting, bytes, isProbed } = this.queues.get(queueId) ?? NOTHING;
    if (bytes > this.limits.bytes - this.bytes) return 0;
    const { waitingPerQueue } = this.limits;
    const most = isProbed ? Math.min(WAITING_WHILE_PROBED, waitingPerQueue) : waitingPerQueue;
    return Math.max(0, Math.min(Math.ceil((this.room - waiting) / 2), most - waiting));
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
    this.hold(queue, this.queueing.sizeOf(attempt));
    this.list(queue);
    this.startWhatMay();
  }

  /** The attempt was made, or given up before it was made. */
  finished(attempt: Attempt, succeeded: boolean): void {
    const queue = this.queueOf(attempt);
    queue.finished(attempt, succeeded);
    this.inFlight -= 1;
    this.hold(queue, -this.queueing.sizeOf(attempt));
    const partner = this.partnerOf(queue.partnerId);
    partner.inFlight -= 1;
    this.list(queue);
    if (queue.isIdle && !queue.isFailing) this.queues.delete(queue.id);
    if (partner.inFlight === 0 && partner.ready.length === 0 && !partner.isListed) {
      this.partners.delete(queue.partnerId);
    }
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
    this.hold(queue, -this.queueing.sizeOf(attempt));
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

  private hold(queue: AttemptQueue<Attempt>, bytes: number): void {
    queue.bytes += bytes;
    this.bytes += bytes;
  }

  private startWhatMay(): void {
    while (!this.stopped && this.inFlight < this.limits.inFlight) {
      const partner = this.ring.shift();
      if (partner === undefined) return;
      partner.isListed = false;
      const queue = partner.ready.shift();
      if (queue === undefined) continue;
      queue.isListed = false;
      if (queue.isReady) this.start(partner, queue);
      this.list(queue);
      this.listPartner(partner);
    }
  }

  private start(partner: PartnerRing<Attempt>, queue: AttemptQueue<Attempt>): void {
    const attempt = queue.take();
    if (attempt === undefined) return;
    attempt.state = 'in flight';
    this.waiting -= 1;
    this.inFlight += 1;
    partner.inFlight += 1;
    queue.inFlight.add(attempt);
    this.make(attempt);
  }

  private list(queue: AttemptQueue<Attempt>): void {
    const partner = this.partnerOf(queue.partnerId);
    if (!queue.isListed && queue.isReady) {
      queue.isListed = true;
      partner.ready.push(queue);
    }
    this.listPartner(partner);
  }

  private listPartner(partner: PartnerRing<Attempt>): void {
    if (partner.isListed || partner.ready.length === 0 || partner.inFlight >= this.limits.inFlightPerPartner)
      return;
    partner.isListed = true;
    this.ring.push(partner);
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

  private partnerOf(partnerId: number): PartnerRing<Attempt> {
    let partner = this.partners.get(partnerId);
    if (partner === undefined) {
      partner = { inFlight: 0, isListed: false, ready: new Fifo() };
      this.partners.set(partnerId, partner);
    }
    return partner;
  }
}
