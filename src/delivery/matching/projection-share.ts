import { FairShare } from '../../queue/fair-share.js';

/** Projections that a process keeps in memory until their events are written. */
const PROJECTION_BYTES = 64 * 1_048_576;
/** The most that is stored of them with one event for one partner. */
const BYTES_PER_EVENT = 16 * 1_048_576;
/** Their places are numbers of 16 bits. */
const PROJECTIONS_PER_EVENT = 32_767;

/** The projections of one event for one partner, counted as they are made. */
export class ProjectionShare {
  private taken = 0;
  private count = 0;
  private isFull = false;

  private constructor(
    private readonly share: FairShare,
    private readonly partnerId: number,
  ) {}

  /** Makes the shares of the events of one process. */
  static among(): (partnerId: number) => ProjectionShare {
    const share = new FairShare(PROJECTION_BYTES);
    return (partnerId) => new ProjectionShare(share, partnerId);
  }

  /** True once something did not fit: then nothing more does. */
  get isUsedUp(): boolean {
    return this.isFull;
  }

  /** False when it does not fit. */
  take(bytes: number): boolean {
    const free = Math.min(BYTES_PER_EVENT - this.taken, this.share.freeFor(this.partnerId));
    this.isFull ||= bytes > free || this.count >= PROJECTIONS_PER_EVENT;
    if (this.isFull) return false;
    this.taken += bytes;
    this.count += 1;
    this.share.count(this.partnerId, bytes);
    return true;
  }

  /** The projections are written, or dropped. */
  release(): void {
    this.share.count(this.partnerId, -this.taken);
    this.taken = 0;
  }
}
