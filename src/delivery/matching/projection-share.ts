import { FairShare } from '../../queue/fair-share.js';

/** The most bytes of projections that a process keeps until their events are written. */
const PROJECTION_BYTES = 64 * 1_048_576;
/** The most bytes of projections stored with one event for one partner. */
const BYTES_PER_EVENT = 16 * 1_048_576;
/** Indexes of projections have 16 bits. */
const PROJECTIONS_PER_EVENT = 32_767;

/** Limits the memory of projections of one event for one partner. */
export class ProjectionShare {
  private taken = 0;
  private count = 0;
  private isFull = false;

  private constructor(
    private readonly share: FairShare,
    private readonly partnerId: number,
  ) {}

  /** A factory of shares that share the limit of one process. */
  static among(): (partnerId: number) => ProjectionShare {
    const share = new FairShare(PROJECTION_BYTES);
    return (partnerId) => new ProjectionShare(share, partnerId);
  }

  /** True once a projection did not fit; from then on, none does. */
  get isUsedUp(): boolean {
    return this.isFull;
  }

  /** Reserves memory for a projection. False if it does not fit. */
  take(bytes: number): boolean {
    const free = Math.min(BYTES_PER_EVENT - this.taken, this.share.freeFor(this.partnerId));
    this.isFull ||= bytes > free || this.count >= PROJECTIONS_PER_EVENT;
    if (this.isFull) return false;
    this.taken += bytes;
    this.count += 1;
    this.share.count(this.partnerId, bytes);
    return true;
  }

  /** Call it when the projections are written or dropped. */
  release(): void {
    this.share.count(this.partnerId, -this.taken);
    this.taken = 0;
  }
}
