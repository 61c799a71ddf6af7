import type { ServerResponse } from 'node:http';
import { cutOff } from './raw-body.js';

/** Smaller bodies are bounded sufficiently by the number of a partner's requests in progress. */
const LARGE_BYTES = 32 * 1024;
/** The size of the largest body that a partner may send. */
const SHARE_BYTES = 2 * 1024 * 1024;

interface Share {
  takenBytes: number;
  /** Bodies without room yet, oldest first. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly bytes: number;
  readonly goOn: () => void;
}

/**
 * Limits a partner's large bodies in the memory of this process to 2 MiB at once, because parsed bodies take many times
 * their bytes. A body counts from before it is read until its request is answered. A body without room is not read yet.
 */
export class LargeBodies {
  /** By partner, while it has large bodies. */
  private readonly shares = new Map<number, Share>();

  /**
   * Resolves when there is room for a body, in the order of the calls.
   * @param bytes the declared size; null if unknown
   * @throws HttpFault 400 if the connection breaks meanwhile
   */
  async admit(partnerId: number, bytes: number | null, response: ServerResponse): Promise<void> {
    if (bytes !== null && bytes < LARGE_BYTES) return;
    const taken = Math.min(bytes ?? SHARE_BYTES, SHARE_BYTES);
    const share = this.shares.get(partnerId) ?? { takenBytes: 0, waiting: [] };
    this.shares.set(partnerId, share);
    if (share.waiting.length > 0 || share.takenBytes + taken > SHARE_BYTES) {
      await new Promise<void>((goOn) => share.waiting.push({ bytes: taken, goOn }));
    } else {
      share.takenBytes += taken;
    }
    const leave = () => this.leave(partnerId, share, taken);
    if (!response.closed) {
      response.once('close', leave);
      return;
    }
    leave();
    throw cutOff();
  }

  private leave(partnerId: number, share: Share, bytes: number): void {
    share.takenBytes -= bytes;
    for (let [next] = share.waiting; next !== undefined; [next] = share.waiting) {
      if (share.takenBytes + next.bytes > SHARE_BYTES) return;
      share.waiting.shift();
      share.takenBytes += next.bytes;
      next.goOn();
    }
    if (share.takenBytes === 0) this.shares.delete(partnerId);
  }
}
