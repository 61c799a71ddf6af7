import { PlannedAttempt } from '../domain/planned-attempt.js';
import { Fifo } from './fifo.js';
import { SubscriptionQueue } from './subscription-queue.js';

/** Bounds of what one process holds and does at once. */
export interface DispatchLimits {
  /** Attempts in flight: in all, per partner, per subscription. */
  readonly inFlight: number;
  readonly inFlightPerPartner: number;
  readonly inFlightPerSubscription: number;
  /** Attempts waiting in memory: in all, and per subscription. What does not fit waits in the database. */
  readonly waiting: number;
  readonly waitingPerSubscription: number;
  /** Bytes of the bodies of all attempts held, waiting or in flight. */
  readonly bytes: number;
}

export const DISPATCH_LIMITS: DispatchLimits = {
  inFlight: 512,
  inFlightPerPartner: 128,
  inFlightPerSubscription: 10,
  waiting: 10_000,
  waitingPerSubscription: 500,
  bytes: 64 * 1_048_576,
};

/** What a subscription without a queue has here. */
const NOTHING = { waiting: 0, bytes: 0, isProbed: false };
/** Of an endpoint that keeps failing not many attempts wait here, for they wait long. */
const WAITING_WHILE_PROBED = 10;

interface PartnerRing {
  inFlight: number;
  isListed: boolean;
  readonly ready: Fifo<SubscriptionQueue>;
}

/**
 * Decides whose turn it is. Partners take turns, then the subscriptions of each, so that neither a dead endpoint nor
 * a busy partner holds up anybody else. Holds no attempt's fate: `make` is called for each attempt at its turn, and
 * whoever makes it reports back with `finished`.
 */
export class Dispatcher {
  private readonly queues = new Map<number, SubscriptionQueue>();
  private readonly partners = new Map<number, PartnerRing>();
  private readonly ring = new Fifo<PartnerRing>();
  private waiting = 0;
  private inFlight = 0;
  private bytes = 0;
  private stopped = false;

  constructor(
    private readonly limits: DispatchLimits,
    private readonly make: (attempt: PlannedAttempt) => void,
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
   * How many more attempts of a subscription may wait here. No queue takes more than it leaves free, in number and in
   * bytes: however many endpoints hang, those that do not find room.
   */
  roomFor(subscriptionId: number): number {
    const { waiting, bytes, isProbed } = this.queues.get(subscriptionId) ?? NOTHING;
    if (bytes > this.limits.bytes - this.bytes) return 0;
    const { waitingPerSubscription } = this.limits;
    const most = isProbed ? Math.min(WAITING_WHILE_PROBED, waitingPerSubscription) : waitingPerSubscription;
    return Math.max(0, Math.min(Math.ceil((this.room - waiting) / 2), most - waiting));
  }

  /** How many attempts to fetch at most, in all and of one subscription, so that room is left for others. */
  get roomToFetch(): { total: number; perSubscription: number } {
    const total = Math.floor(this.room / 2);
    return { total, perSubscription: Math.min(total, this.limits.waitingPerSubscription) };
  }

  /** True when a subscription's queue is at most half full, and so is the whole. */
  hasAmpleRoomFor(subscriptionId: number): boolean {
    const { waiting, waitingPerSubscription } = this.limits;
    return this.waiting * 2 <= waiting && this.roomFor(subscriptionId) * 2 >= waitingPerSubscription;
  }

  /** Subscriptions without room, for whom nothing more should be fetched. */
  full(): number[] {
    return [...this.queues.keys()].filter((subscriptionId) => this.roomFor(subscriptionId) === 0);
  }

  add(attempt: PlannedAttempt): void {
    const queue = this.queueOf(attempt);
    queue.add(attempt);
    this.waiting += 1;
    this.hold(queue, attempt.body.length);
    this.list(queue);
    this.startWhatMay();
  }

  /** The attempt was made, or given up before it was made. */
  finished(attempt: PlannedAttempt, succeeded: boolean): void {
    const queue = this.queueOf(attempt);
    queue.finished(attempt, succeeded);
    this.inFlight -= 1;
    this.hold(queue, -attempt.body.length);
    const partner = this.partnerOf(attempt.partnerId);
    partner.inFlight -= 1;
    this.list(queue);
    if (queue.isIdle && !queue.isFailing) this.queues.delete(queue.subscriptionId);
    if (partner.inFlight === 0 && partner.ready.length === 0 && !partner.isListed) {
      this.partners.delete(attempt.partnerId);
    }
    this.startWhatMay();
  }

  /** Takes a waiting attempt back; false when it is no longer waiting. */
  withdraw(attempt: PlannedAttempt): boolean {
    if (attempt.state !== 'waiting') return false;
    const queue = this.queueOf(attempt);
    queue.withdraw(attempt);
    this.waiting -= 1;
    this.hold(queue, -attempt.body.length);
    return true;
  }

  /**
   * Takes back all that waits for a subscription. What is in flight is marked as withdrawn too: it ends, and nothing
   * follows from a failure.
   */
  withdrawAllOf(subscriptionId: number): PlannedAttempt[] {
    const queue = this.queues.get(subscriptionId);
    if (queue === undefined) return [];
    const withdrawn = queue.all().filter((attempt) => this.withdraw(attempt));
    for (const attempt of queue.inFlight) attempt.state = 'withdrawn';
    if (queue.isIdle) this.queues.delete(subscriptionId);
    return withdrawn;
  }

  /** Starts nothing more and takes back all that waits. */
  stop(): PlannedAttempt[] {
    this.stopped = true;
    return [...this.queues.values()]
      .flatMap((queue) => queue.all())
      .filter((attempt) => this.withdraw(attempt));
  }

  private hold(queue: SubscriptionQueue, bytes: number): void {
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

  private start(partner: PartnerRing, queue: SubscriptionQueue): void {
    const attempt = queue.take();
    if (attempt === undefined) return;
    attempt.state = 'in flight';
    this.waiting -= 1;
    this.inFlight += 1;
    partner.inFlight += 1;
    queue.inFlight.add(attempt);
    this.make(attempt);
  }

  private list(queue: SubscriptionQueue): void {
    const partner = this.partnerOf(queue.partnerId);
    if (!queue.isListed && queue.isReady) {
      queue.isListed = true;
      partner.ready.push(queue);
    }
    this.listPartner(partner);
  }

  private listPartner(partner: PartnerRing): void {
    if (partner.isListed || partner.ready.length === 0 || partner.inFlight >= this.limits.inFlightPerPartner)
      return;
    partner.isListed = true;
    this.ring.push(partner);
  }

  private queueOf({ partnerId, subscriptionId }: PlannedAttempt): SubscriptionQueue {
    let queue = this.queues.get(subscriptionId);
    if (queue === undefined) {
      queue = new SubscriptionQueue(partnerId, subscriptionId, this.limits.inFlightPerSubscription);
      this.queues.set(subscriptionId, queue);
    }
    return queue;
  }

  private partnerOf(partnerId: number): PartnerRing {
    let partner = this.partners.get(partnerId);
    if (partner === undefined) {
      partner = { inFlight: 0, isListed: false, ready: new Fifo() };
      this.partners.set(partnerId, partner);
    }
    return partner;
  }
}
