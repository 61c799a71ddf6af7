import { RoundRobin } from '../../queue/round-robin.js';

/** How many connections are opened in one turn of the event loop. A TLS handshake takes about a millisecond of it. */
const OPENED_PER_TURN = 4;

interface Opening {
  readonly partnerId: number;
  readonly begin: () => void;
}

/**
 * Spreads the opening of connections over turns of the event loop, one partner after the other. When hundreds of hanging
 * requests time out together, hundreds of connections follow. Opened all at once, they would block the event loop for
 * half a second or more.
 */
export class OpeningTurns {
  private readonly waiting = new RoundRobin<Opening>(() => true);
  private left = OPENED_PER_TURN;

  /** Resolves when it is this partner's turn to open a connection: at once, while few are opened. */
  async next(partnerId: number): Promise<void> {
    if (this.left === OPENED_PER_TURN) setImmediate(() => this.turn());
    if (this.left > 0) {
      this.left -= 1;
      return;
    }
    await new Promise<void>((begin) => this.waiting.add({ partnerId, begin }));
  }

  private turn(): void {
    this.left = OPENED_PER_TURN;
    for (let opening = this.waiting.next(); opening !== undefined; opening = this.waiting.next()) {
      this.left -= 1;
      opening.begin();
      this.waiting.resume(opening.partnerId);
      this.waiting.forget(opening.partnerId);
      if (this.left === 0) break;
    }
    if (this.left < OPENED_PER_TURN) setImmediate(() => this.turn());
  }
}
