import { AsyncResource } from 'node:async_hooks';
import { outsideRequest } from './logging/request-context.js';
import type { Steps } from './domain/steps.js';

/** After each piece of work, the thread is left to everything else for this many times as long as the piece took. */
const REST_RATIO = 3;
/** Steps go on for so long before the rest. */
const PIECE_MS = 5;

/** Time as the share knows it. */
interface ShareClock {
  monotonic(): number;
  after(milliseconds: number, call: () => void): unknown;
}

const machineTime: ShareClock = {
  monotonic: () => performance.now(),
  after: (milliseconds, call) => outsideRequest(() => setTimeout(call, milliseconds)),
};

interface Piece {
  readonly work: () => void;
}

/**
 * A share of the main thread for work of partners that takes milliseconds: reading large bodies, matching large
 * documents. One piece at a time, partners in turn, and never more than a quarter of the thread, so that nothing a
 * partner sends keeps others waiting for longer than one piece takes. What waits is bounded by the requests and events
 * that a partner may have in progress.
 */
export class ThreadShare {
  /** By partner, the next to have a turn first. */
  private readonly waiting = new Map<number, Piece[]>();
  private isTaken = false;

  constructor(private readonly clock: ShareClock = machineTime) {}

  /** Does the work in pieces of a few steps, each when it is the partner's turn; settles as the work does. */
  async run<Result>(partnerId: number, steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = await this.turn(partnerId, () => this.advance(steps));
      if (step.done) return step.value;
    }
  }

  private advance<Result>(steps: Steps<Result>): IteratorResult<void, Result> {
    const ends = this.clock.monotonic() + PIECE_MS;
    let step = steps.next();
    while (!step.done && this.clock.monotonic() < ends) step = steps.next();
    return step;
  }

  private turn<Result>(partnerId: number, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const piece: Piece = {
        // Each piece belongs to its own request, whichever one makes room for it.
        work: AsyncResource.bind(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        }),
      };
      const others = this.waiting.get(partnerId);
      if (others === undefined) this.waiting.set(partnerId, [piece]);
      else others.push(piece);
      this.next();
    });
  }

  private next(): void {
    if (this.isTaken) return;
    const [turn] = this.waiting;
    if (turn === undefined) return;
    const [partnerId, pieces] = turn;
    const piece = pieces.shift();
    // The partner goes behind the others.
    this.waiting.delete(partnerId);
    if (pieces.length > 0) this.waiting.set(partnerId, pieces);
    if (piece === undefined) return;
    this.isTaken = true;
    const startedAt = this.clock.monotonic();
    piece.work();
    const rest = (this.clock.monotonic() - startedAt) * REST_RATIO;
    this.clock.after(rest, () => this.goOn());
  }

  private goOn(): void {
    this.isTaken = false;
    this.next();
  }
}
