import { Fifo } from './fifo.js';

interface PartnerQueues<Queue> {
  readonly id: number;
  isListed: boolean;
  readonly queues: Fifo<Queue>;
}

/** Queues that wait for a turn. Partners take turns, and within a partner its queues. */
export class RoundRobin<Queue extends { readonly partnerId: number }> {
  private readonly partners = new Map<number, PartnerQueues<Queue>>();
  private readonly ring = new Fifo<PartnerQueues<Queue>>();
  private readonly queued = new Set<Queue>();

  /** @param hasRoom whether a partner may have a turn; if not, it is skipped until `resume` */
  constructor(private readonly hasRoom: (partnerId: number) => boolean) {}

  /** Adds a queue behind the others of its partner, unless it is already listed. */
  add(queue: Queue): void {
    if (this.queued.has(queue)) return;
    this.queued.add(queue);
    this.partnerOf(queue).queues.push(queue);
    this.resume(queue.partnerId);
  }

  /** Removes and returns the next queue. Its partner gets another turn only after `resume`. */
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

  /** Puts a partner behind the others if it has room and a waiting queue. */
  resume(partnerId: number): void {
    const partner = this.partners.get(partnerId);
    if (partner === undefined || partner.isListed || partner.queues.length === 0) return;
    if (!this.hasRoom(partnerId)) return;
    partner.isListed = true;
    this.ring.push(partner);
  }

  /**
   * Drops a partner without waiting queues. Do not call it after each turn, because new objects for each delivery would
   * fill the old generation.
   */
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
