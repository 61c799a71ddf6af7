import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A caller that takes nothing of its answer for this long is cut off. */
export const READER_PATIENCE_MS = 30_000;
/** How often Node looks within that time whether anything was taken. */
const LOOKS = 6;

/** Since when nothing was taken, and when that was seen last, both as performance.now. */
interface Stall {
  readonly since: number;
  readonly seenAt: number;
}

/**
 * Cuts off callers that do not read, so that answers do not pile up in memory. What counts is progress, however slow:
 * Node's own timeout of a socket starts anew whenever the kernel has taken a byte. An answer that is still being made
 * is not the caller's fault, nor is a request that is still coming in: that has a limit of its own.
 */
export class SlowReaders {
  private readonly stalls = new WeakMap<Socket, Stall>();
  private readonly lookEveryMs: number;

  constructor(private readonly patienceMs = READER_PATIENCE_MS) {
    this.lookEveryMs = patienceMs / LOOKS;
  }

  /** To be called before the server listens. */
  cutOffAt(server: Server): void {
    server.timeout = this.lookEveryMs;
    server.on('timeout', (socket: Socket) => this.wasQuiet(socket));
  }

  /** Nothing has come, nor gone, on this connection since the look before. */
  private wasQuiet(socket: Socket): void {
    // Between requests a connection has another timeout, which ends it.
    if (socket.timeout !== this.lookEveryMs) socket.destroy();
    else if (socket.writableLength > 0) this.wasNotRead(socket);
  }

  private wasNotRead(socket: Socket): void {
    const now = performance.now();
    const before = this.stalls.get(socket);
    // If a check passed without an event, the reader has taken something.
    const goesOn = before !== undefined && now - before.seenAt < 1.5 * this.lookEveryMs;
    const since = goesOn ? before.since : now - this.lookEveryMs;
    if (now - since >= this.patienceMs) {
      socket.destroy();
      return;
    }
    this.stalls.set(socket, { since, seenAt: now });
    // Node checks only once unless the timeout is set again.
    socket.setTimeout(this.lookEveryMs);
  }
}
