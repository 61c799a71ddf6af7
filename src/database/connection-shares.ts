import { Unavailable } from '../shared/domain/errors.js';

/** How long work waits for a connection of its partner's share before it is refused. */
const PATIENCE_MS = 5_000;
/** More than a partner's limit of requests in progress. */
const MAX_WAITING = 64;

interface Waiting {
  readonly go: () => void;
}

/**
 * Limits how many connections of the pool each partner uses at once. Further work waits in order, only behind work of
 * the same partner, so that one partner's slow statements do not delay others.
 */
export class ConnectionShares {
  private readonly used = new Map<string, number>();
  private readonly queues = new Map<string, Set<Waiting>>();

  constructor(
    private readonly share: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** The amount of waiting work. */
  get waiting(): number {
    let sum = 0;
    for (const { size } of this.queues.values()) sum += size;
    return sum;
  }

  /** The number of partners with waiting work. */
  get partnersWaiting(): number {
    return this.queues.size;
  }

  /** @throws Unavailable if too much work is waiting, or it has waited too long */
  async run<Result>(partner: string, work: () => Promise<Result>): Promise<Result> {
    await this.take(partner);
    try {
      return await work();
    } finally {
      this.freePlace(partner);
    }
  }

  private async take(partner: string): Promise<void> {
    const used = this.used.get(partner) ?? 0;
    if (used < this.share) {
      this.used.set(partner, used + 1);
      return;
    }
    const queue = this.queues.get(partner) ?? new Set<Waiting>();
    if (queue.size >= MAX_WAITING) throw new ConnectionShareExhausted();
    this.queues.set(partner, queue);
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          clearTimeout(timer);
          this.leave(partner, waiting);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.leave(partner, waiting);
        reject(new ConnectionShareExhausted());
      }, this.patienceMs);
      queue.add(waiting);
    });
  }

  /** Hands the connection on to the partner's next piece of work. */
  private freePlace(partner: string): void {
    const [next] = this.queues.get(partner) ?? [];
    if (next !== undefined) {
      next.go();
      return;
    }
    const used = (this.used.get(partner) ?? 1) - 1;
    if (used === 0) this.used.delete(partner);
    else this.used.set(partner, used);
  }

  private leave(partner: string, waiting: Waiting): void {
    const queue = this.queues.get(partner);
    queue?.delete(waiting);
    if (queue?.size === 0) this.queues.delete(partner);
  }
}

/** A partner's work exceeds what its share of the connections can process in time. */
export class ConnectionShareExhausted extends Unavailable {
  constructor() {
    super('Too many requests of this partner wait for the database. Send fewer at once.', 1);
  }
}
