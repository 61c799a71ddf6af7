import type { JournalGroup, JournalResult, OwnedLane } from '../../../src/delivery/domain/lane-store.js';
import type { WrittenGroup } from '../database/journal-in-memory.js';
import { LanesInMemory } from '../database/lanes-in-memory.js';
import { NO_TROUBLE, Session } from '../database/server.js';
import type { LaneRow } from '../database/tables.js';
import type { PlantedBug } from './planted-bug.js';

class EagerWatermark extends LanesInMemory {
  protected override moveWatermark(lane: LaneRow): void {
    super.moveWatermark(lane, this.tail(lane).at(-1)?.eventId ?? lane.watermark);
  }
}

class ForgetfulTakeover extends LanesInMemory {
  protected override insertMissingRows(): void {}
}

class TakeoverWithoutEpoch extends LanesInMemory {
  protected override nextEpoch({ epoch }: LaneRow): number {
    return epoch;
  }
}

class IntakeWithoutLook extends LanesInMemory {
  protected override isUnchanged(): boolean {
    return true;
  }
}

class LockElsewhere extends LanesInMemory {
  protected override writesOver(): Session | null {
    return null;
  }
}

class SessionsById extends LanesInMemory {
  protected override sessionOf({ id }: OwnedLane): Session | undefined {
    return [...this.sessions].findLast(([lane]) => lane.id === id)?.[1];
  }
}

class LanesAlwaysSettled extends LanesInMemory {
  protected override isSettled(): boolean {
    return true;
  }
}

class CommitInDoubtIgnored extends LanesInMemory {
  protected override giveUp(lane: OwnedLane, error: Error): Error {
    return this.sessionOf(lane)?.isOver ? super.giveUp(lane, error) : error;
  }
}

class AcceptedTooEarly extends LanesInMemory {
  override async write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult> {
    const written = super.write(lane, group);
    const isSoon = await Promise.race([
      written.then(() => false).catch(() => true),
      this.wire.ask(() => true),
    ]);
    return isSoon ? { kind: 'written', duplicates: [], waiting: [] } : written;
  }
}

class RepeatedKeys extends LanesInMemory {
  protected override writeJournal(lane: OwnedLane, group: JournalGroup): WrittenGroup | null {
    this.tables.eventKeys.clear();
    return super.writeJournal(lane, group);
  }
}

/** Mistakes in lanes and the journal. */
export const PLANTED_LANE_BUGS: readonly PlantedBug[] = [
  { name: 'a watermark moves too early', scenario: { weather: 'calm' }, plant: { lanes: EagerWatermark } },
  {
    name: 'a takeover forgets unsent deliveries',
    scenario: { weather: 'crashes' },
    plant: { lanes: ForgetfulTakeover },
  },
  {
    name: 'a takeover does not raise the epoch',
    scenario: { weather: 'freezes' },
    plant: { lanes: TakeoverWithoutEpoch },
  },
  {
    name: 'events are written outside the session with the lock',
    scenario: { weather: 'database', trouble: { ...NO_TROUBLE, late: 0.15 }, lostSessions: 20, reports: 150 },
    plant: { lanes: LockElsewhere },
  },
  {
    name: 'a lane looks up its session by the id of the lane',
    firstSeed: 57,
    scenario: {
      weather: 'database',
      trouble: { ...NO_TROUBLE, failed: 0.3, late: 0.3 },
      lostSessions: 100,
      reports: 150,
      instances: 1,
    },
    plant: { lanes: SessionsById },
  },
  {
    name: 'a lane is given back with unsent events',
    firstSeed: 200,
    scenario: { weather: 'crashes', instances: 3 },
    plant: { lanes: LanesAlwaysSettled },
  },
  {
    name: 'a commit in doubt is treated as a failure',
    firstSeed: 51,
    scenario: { weather: 'database', trouble: { ...NO_TROUBLE, failed: 0.2 }, lostSessions: 0, repeats: 60 },
    plant: { lanes: CommitInDoubtIgnored },
  },
  {
    name: 'events are accepted before they are committed',
    scenario: { weather: 'crashes' },
    plant: { lanes: AcceptedTooEarly },
  },
  {
    name: 'events are written although their subscriptions have changed',
    scenario: { weather: 'calm' },
    plant: { lanes: IntakeWithoutLook },
  },
  {
    name: 'a known key is treated as a new one',
    scenario: { weather: 'calm' },
    plant: { lanes: RepeatedKeys },
  },
];
