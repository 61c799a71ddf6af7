import type { ServerResponse } from 'node:http';
import { cutOff } from './raw-body.js';

/** Smaller bodies of a partner are bounded well enough by the number of its requests in progress. */
const LARGE_BYTES = 32 * 1024;
/** As much as the largest body that a partner may send. */
const SHARE_BYTES = 2 * 1024 * 1024;

interface Share {
  takenBytes: number;
  /** Bodies that have no room yet, oldest first. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly bytes: number;
  readonly goOn: () => void;
}

/**
 * Bounds the large bodies of a partner that are in memory at once in this process to 2 MiB: what a body is parsed into
 * takes many times its bytes. A body counts from before it is read until its request is answered. What has no room
 * stays with its sender.
 */
export class LargeBodies {
  /** By partner, while it has any. */
  private readonly shares = new Map<number, Share>();

  /**
   * Resolves when there is room for a body, in the order of the calls.
   * @param bytes of the body; null where its sender has not said
   * @throws HttpFault 400 when the connection breaks meanwhile
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
