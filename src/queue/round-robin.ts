import { Fifo } from './fifo.js';

interface PartnerQueues<Queue> {
  readonly id: number;
  isListed: boolean;
  readonly queues: Fifo<Queue>;
}

/** Queues that wait for a turn: partners take turns, then the queues of each partner. */
export class RoundRobin<Queue extends { readonly partnerId: number }> {
  private readonly partners = new Map<number, PartnerQueues<Queue>>();
  private readonly ring = new Fifo<PartnerQueues<Queue>>();
  private readonly queued = new Set<Queue>();

  /** @param hasRoom whether a partner may have a turn; if not, it is passed over until `resume`. */
  constructor(private readonly hasRoom: (partnerId: number) => boolean) {}

  /** Puts a queue behind the others of its partner, unless it is listed already. */
  add(queue: Queue): void {
    if (this.queued.has(queue)) return;
    this.queued.add(queue);
    this.partnerOf(queue).queues.push(queue);
    this.resume(queue.partnerId);
  }

  /** Takes out the queue whose turn it is. Its partner has its next turn after `resume`. */
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

  /** Puts a partner behind the others if it has room and a queue that waits for a turn. */
  resume(partnerId: number): void {
    const partner = this.partners.get(partnerId);
    if (partner === undefined || partner.isListed || partner.queues.length === 0) return;
    if (!this.hasRoom(partnerId)) return;
    partner.isListed = true;
    this.ring.push(partner);
  }

  /** Drops a partner without waiting queues. Do not call it after each turn: objects made anew for each delivery would fill the old generation. */
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
