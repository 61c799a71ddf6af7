import { Fifo } from './fifo.js';

interface PartnerQueues<Queue> {
  readonly id: number;
  isListed: boolean;
  readonly queues: Fifo<Queue>;
}

/** Queues that want a turn: partners take turns, then the queues of each. */
export class RoundRobin<Queue extends { readonly partnerId: number }> {
  private readonly partners = new Map<number, PartnerQueues<Queue>>();
  private readonly ring = new Fifo<PartnerQueues<Queue>>();
  private readonly queued = new Set<Queue>();

  /** @param hasRoom whether a partner may have a turn; where it may not, it is passed over until `resume`. */
  constructor(private readonly hasRoom: (partnerId: number) => boolean) {}

  /** Puts a queue behind the others of its partner, unless it stands there. */
  add(queue: Queue): void {
    if (this.queued.has(queue)) return;
    this.queued.add(queue);
    this.partnerOf(queue).queues.push(queue);
    this.resume(queue.partnerId);
  }

  /** The queue whose turn it is, which leaves. Its partner has its next turn after `resume`. */
  next(): Queue | undefined {
    for (let partner = this.ring.shift(); partner !== undefined; partner = this.ring.shift()) {
      partner.isListed = false;
      const queue = this.hasRoom(partner.id) ? partner.queues.shift() : undefined;
      if (queue === undefined) continue;
      this.queued.delete(queue);
      return queue;
    }
    return undefined;
  }

  /** The partner goes behind the others, if it has room and anything that wants a turn. */
  resume(partnerId: number): void {
    const partner = this.partners.get(partnerId);
    if (partner === undefined || partner.isListed || partner.queues.length === 0) return;
    if (!this.hasRoom(partnerId)) return;
    partner.isListed = true;
    this.ring.push(partner);
  }

  /** Lets go of a partner that wants no turn. Not after each turn: what is made anew for each delivery grows old in memory. */
  forget(partnerId: number): void {
    const partner = this.partners.get(partnerId);
    if (partner !== undefined && !partner.isListed && partner.queues.length === 0)
      this.partners.delete(partnerId);
  }

  private partnerOf({ partnerId: id }: Queue): PartnerQueues<Queue> {
    let partner = this.partners.get(id);
    if (partner === undefined) {
      partner = { id, isListed: false, queues: new Fifo() };
      this.partners.set(id, partner);
    }
    return partner;
  }
}
