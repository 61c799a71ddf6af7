import type { PlannedRow } from '../../../src/delivery/domain/delivery-state.js';
import type { DeliveryCompletion } from '../../../src/delivery/domain/delivery-completion.js';
import { AskedForAttempts } from '../database/asked-for-attempts.js';
import { AttemptsInMemory } from '../database/attempts-in-memory.js';
import { CompletionsInMemory } from '../database/completions-in-memory.js';
import { LanesInMemory } from '../database/lanes-in-memory.js';
import { type AttemptRow, type EventRow, type LaneRow, rowKey } from '../database/tables.js';
import { NOT_YET } from '../database/turns.js';
import { LIMITED } from '../scenario.js';
import { EndlessPermits } from './attempt-bugs.js';
import type { PlantedBug } from './planted-bug.js';

class ImpatientLanes extends LanesInMemory {
  protected override mustWait(): boolean {
    return false;
  }
}

class TurnsByTheClock extends LanesInMemory {
  protected override mustWait({ eventId, typeId }: EventRow, subscriptionId: number): boolean {
    return [...this.tables.attempts.values()].some(
      (row) => row.subscriptionId === subscriptionId && row.document === typeId && row.eventId < eventId,
    );
  }
}

class TakeoverOutOfTurn extends LanesInMemory {
  protected override releaseTurns(former: Pick<LaneRow, 'id' | 'epoch'>): void {
    super.releaseTurns(former);
    for (const row of this.tables.attempts.values()) {
      if (row.dueAt === NOT_YET) this.tables.attempts.set(rowKey(row), { ...row, dueAt: this.tables.now });
    }
  }
}

class TurnsPassedByFailures extends CompletionsInMemory {
  protected override plan(planned: PlannedRow): void {
    super.plan(planned);
    const { document } = this.tables.attempts.get(rowKey(planned)) ?? {};
    const next = [...this.tables.attempts.values()].find(
      (row) =>
        row.subscriptionId === planned.subscriptionId && row.document === document && row.dueAt === NOT_YET,
    );
    if (next) this.tables.attempts.set(rowKey(next), { ...next, dueAt: this.tables.now });
  }
}

class TurnsNotPassed extends CompletionsInMemory {
  protected override passTurn(completion: DeliveryCompletion): DeliveryCompletion {
    return completion.decision.kind === 'succeeded' ? super.passTurn(completion) : completion;
  }
}

class TurnsTaken extends CompletionsInMemory {
  override async write(group: readonly DeliveryCompletion[]): Promise<readonly DeliveryCompletion[]> {
    const written = await super.write(group);
    return written.map((completion) => ({ ...completion, passedTo: 'us' }));
  }
}

class ByHandOutOfTurn extends AskedForAttempts {
  protected override waitsForTurn(): boolean {
    return false;
  }
}

class RecoveredOutOfTurn extends AskedForAttempts {
  protected override documentOf(): null {
    return null;
  }
}

class PermitsOutOfTurn extends AttemptsInMemory {
  protected override isDue(row: AttemptRow): boolean {
    const limit = this.tables.subscriptions.get(row.subscriptionId)?.maxPerSecond ?? null;
    return super.isDue(row) || (limit !== null && row.dueAt === NOT_YET);
  }
}

/** Mistakes in the turns of ordered deliveries. */
export const PLANTED_TURN_BUGS: readonly PlantedBug[] = [
  {
    name: 'a delivery does not wait for its turn',
    scenario: { weather: 'calm', areOrdered: true },
    plant: { lanes: ImpatientLanes },
  },
  {
    name: 'turns follow the clocks of processes',
    scenario: { weather: 'calm', areOrdered: true, instances: 3, reports: 80 },
    plant: { lanes: TurnsByTheClock },
  },
  {
    name: 'a takeover makes deliveries due that wait for their turn',
    scenario: { weather: 'crashes', areOrdered: true },
    plant: { lanes: TakeoverOutOfTurn },
  },
  {
    name: 'an attempt that fails passes its turn on',
    scenario: { weather: 'calm', areOrdered: true },
    plant: { completions: TurnsPassedByFailures },
  },
  {
    name: 'a delivery that ends without a valid answer keeps its turn',
    firstSeed: 26,
    scenario: { weather: 'calm', areOrdered: true, changes: 150, reports: 150, flood: 200 },
    plant: { completions: TurnsNotPassed },
  },
  {
    name: 'a delivery in memory is attempted although its turn was not passed on',
    scenario: { weather: 'calm', areOrdered: true },
    plant: { completions: TurnsTaken },
  },
  {
    name: 'a retry by hand brings forward a delivery that waits for its turn',
    scenario: { weather: 'calm', areOrdered: true, requests: 60 },
    plant: { askedFor: ByHandOutOfTurn },
  },
  {
    name: 'a recovered delivery does not wait for its turn',
    scenario: { weather: 'calm', areOrdered: true, requests: 60, changes: 40 },
    plant: { askedFor: RecoveredOutOfTurn },
  },
  {
    name: 'a permit replaces a turn',
    scenario: { ...LIMITED, areOrdered: true },
    plant: { attempts: PermitsOutOfTurn },
  },
  {
    name: 'a delivery goes out on its turn without a permit',
    scenario: { ...LIMITED, areOrdered: true },
    plant: { attempts: EndlessPermits },
  },
];
