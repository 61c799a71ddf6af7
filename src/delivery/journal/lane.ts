import { EventIds } from './event-ids.js';
import type { OwnedLane } from '../domain/lane-store.js';
import { LaneProgress } from './lane-progress.js';

/** A lane of this process: the stored lane, and its state in memory. */
export class Lane {
  readonly ids: EventIds;
  readonly progress: LaneProgress;
  /** A lane writes one group at a time: that keeps its ids in the order of their commits. */
  isWriting = false;

  constructor(
    readonly owned: OwnedLane,
    now: () => number,
  ) {
    this.ids = new EventIds(owned.after, now);
    this.progress = new LaneProgress(owned.after);
  }

  /**
   * The id up to which everything is settled. For an idle lane that is a new id, greater than all before and less than
   * all to come. So an idle lane does not keep retention from dropping days that are over.
   */
  watermark(): string {
    if (!this.isWriting && this.progress.isEmpty) this.progress.passed(this.ids.next());
    return this.progress.watermark();
  }
}
