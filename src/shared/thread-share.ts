import { AsyncResource } from 'node:async_hooks';
import { outsideRequest } from './logging/request-context.js';
import type { Steps } from './domain/steps.js';

/** After each piece, the thread is free for other work for this many times the duration of the piece. */
const REST_RATIO = 3;
/** The longest piece: how long steps run before a pause. */
const PIECE_MS = 5;

/** The clock of the share, which tests replace. */
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
 * Runs partners' work that takes milliseconds, such as parsing large bodies and matching large documents, in at most a
 * quarter of the main thread. Runs one piece at a time and takes partners in turn, so that a partner waits for at most
 * one piece of each other partner. The queue is bounded by the limits on partners' requests and events in progress.
 */
export class ThreadShare {
  /** By partner, in the order of their turns. */
  private readonly waiting = new Map<number, Piece[]>();
  private isTaken = false;

  constructor(private readonly clock: ShareClock = machineTime) {}

  /** Runs the work in pieces, each at the partner's turn. Resolves or rejects like the work. */
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
        // Run the piece in the context of its own request, not of the request that frees the turn.
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
    // Move the partner to the end of the queue.
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
