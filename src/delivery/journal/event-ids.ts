import { randomFillSync } from 'node:crypto';
import { timeOf, uuidOf } from '../../shared/domain/time-ordered-id.js';

/** Random bytes are drawn for this many ids at once, because the cost is per call. */
const DRAWN_IDS = 512;
const RANDOM_BYTES = 8;

/**
 * Makes the ids of one lane's events: UUIDs of version 7 (RFC 9562), each greater than the one before, even if the
 * clock goes back. A lane's watermark relies on that order.
 */
export class EventIds {
  private milliseconds: number;
  private counter = 0;
  private readonly random = Buffer.alloc(DRAWN_IDS * RANDOM_BYTES);
  private drawn = this.random.length;

  /** @param after all ids made here are greater than this one */
  constructor(
    after: string,
    private readonly now: () => number,
  ) {
    this.milliseconds = timeOf(after) + 1;
  }

  next(): string {
    const now = this.now();
    if (now > this.milliseconds) {
      this.milliseconds = now;
      this.counter = 0;
    } else if (++this.counter > 0xfff) {
      this.milliseconds += 1;
      this.counter = 0;
    }
    if (this.drawn === this.random.length) {
      randomFillSync(this.random);
      this.drawn = 0;
    }
    const bytes = Buffer.allocUnsafe(16);
    this.random.copy(bytes, RANDOM_BYTES, this.drawn, (this.drawn += RANDOM_BYTES));
    bytes.writeUIntBE(this.milliseconds, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.counter, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return uuidOf(bytes);
  }
}
