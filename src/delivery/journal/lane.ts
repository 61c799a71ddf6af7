import { EventIds } from './event-ids.js';
import type { OwnedLane } from '../domain/lane-store.js';
import { LaneProgress } from './lane-progress.js';

/** A lane owned by this process, with its state in memory. */
export class Lane {
  readonly ids: EventIds;
  readonly progress: LaneProgress;
  /** A lane writes one group at a time, so that ids ascend in the order of commits. */
  isWriting = false;

  constructor(
    readonly owned: OwnedLane,
    now: () => number,
  ) {
    this.ids = new EventIds(owned.after, now);
    this.progress = new LaneProgress(owned.after);
  }

  /**
   * The id up to which everything is settled. For an idle lane, this is a new id, greater than all earlier and less
   * than all later ones, so that an idle lane does not prevent retention from dropping old days.
   */
  watermark(): string {
    if (!this.isWriting && this.progress.isEmpty) this.progress.passed(this.ids.next());
    return this.progress.watermark();
  }
}
