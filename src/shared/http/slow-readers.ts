import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A caller that reads nothing of its answer for this long is cut off. */
export const READER_PATIENCE_MS = 30_000;
/** How often Node checks within that time whether anything was read. */
const CHECKS = 6;

/** Since when nothing was read, and when that was last seen, both in `performance.now`. */
interface Stall {
  readonly since: number;
  readonly seenAt: number;
}

/**
 * Cuts off callers that do not read, so that answers do not accumulate in memory. Slow progress is enough: Node's
 * socket timeout restarts whenever the kernel accepts a byte. Answers that are still being produced are not the
 * caller's fault, and requests that are still arriving have their own limit.
 */
export class SlowReaders {
  private readonly stalls = new WeakMap<Socket, Stall>();
  private readonly checkEveryMs: number;

  constructor(private readonly patienceMs = READER_PATIENCE_MS) {
    this.checkEveryMs = patienceMs / CHECKS;
  }

  /** Call it before the server listens. */
  attachTo(server: Server): void {
    server.timeout = this.checkEveryMs;
    server.on('timeout', (socket: Socket) => this.handleIdle(socket));
  }

  /** Called when nothing was sent or received on a connection since the last check. */
  private handleIdle(socket: Socket): void {
    // Between requests, a connection has a different timeout, which ends it.
    if (socket.timeout !== this.checkEveryMs) socket.destroy();
    else if (socket.writableLength > 0) this.wasNotRead(socket);
  }

  private wasNotRead(socket: Socket): void {
    const now = performance.now();
    const before = this.stalls.get(socket);
    // If a check passed without an event, the caller has read something.
    const isSamePause = before !== undefined && now - before.seenAt < 1.5 * this.checkEveryMs;
    const since = isSamePause ? before.since : now - this.checkEveryMs;
    if (now - since >= this.patienceMs) {
      socket.destroy();
      return;
    }
    this.stalls.set(socket, { since, seenAt: now });
    // Node checks only once unless the timeout is set again.
    socket.setTimeout(this.checkEveryMs);
  }
}
