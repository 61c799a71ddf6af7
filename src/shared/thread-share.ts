import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { outsideRequest } from './logging/request-context.js';

/** After each piece of work, the thread is left to everything else for this many times as long as the piece took. */
const REST_RATIO = 3;

interface Piece {
  readonly work: () => void;
}

/**
 * A share of the main thread for work of partners that takes milliseconds: reading large bodies, matching large
 * documents. One piece at a time, partners in turn, and never more than a quarter of the thread, so that nothing a
 * partner sends keeps others waiting for longer than one piece takes. What waits is bounded by the requests that a
 * partner may have in progress.
 */
@Injectable()
export class ThreadShare {
  /** By partner, the next to have a turn first. */
  private readonly waiting = new Map<number, Piece[]>();
  private isTaken = false;

  /** Runs the work when it is the partner's turn, and settles as it does. */
  run<Result>(partnerId: number, work: () => Result): Promise<Result> {
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
    const startedAt = performance.now();
    piece.work();
    const rest = (performance.now() - startedAt) * REST_RATIO;
    outsideRequest(() => setTimeout(() => this.goOn(), rest));
  }

  private goOn(): void {
    this.isTaken = false;
    this.next();
  }
}
