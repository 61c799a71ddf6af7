import type { CopyState } from '../../../src/cell/move/domain/cell-of-move.js';
import { MoveSteps } from '../../../src/cell/move/move-steps.js';
import { CellInMemory, type Change } from './cell-in-memory.js';
import { liveMoves, type MovePlant, type MoveWeather } from './moving-world.js';
import { ReplicationInMemory } from './replication-in-memory.js';

const SEEDS = 12;
/** A planted bug must be noticed within this many seeds. */
const SEEDS_PER_BUG = 150;

class WithoutWaiting extends MoveSteps {
  constructor(parts: MoveSteps['parts']) {
    super({ ...parts, source: Object.assign(Object.create(parts.source), { underWay: async () => 0 }) });
  }
}

class CleanedTooEarly extends MoveSteps {
  override async cleanUp(): Promise<void> {
    await this.parts.source.removeRows('gone');
    await super.cleanUp();
  }
}

class ArrivedBeforeLeaving extends MoveSteps {
  override async copy(): Promise<void> {
    await super.copy();
    await this.arrive();
  }
}

class NoFence extends CellInMemory {
  protected override mayClaim(): boolean {
    return this.hasPartner && this.phaseNow !== 'arriving';
  }

  protected override isFenced(): boolean {
    return false;
  }
}

class ArrivingIsClaimed extends CellInMemory {
  protected override mayClaim(): boolean {
    return this.phaseNow === null || this.phaseNow === 'leaving' || this.phaseNow === 'arriving';
  }
}

class IntakeInPause extends CellInMemory {
  protected override isServedElsewhere(): boolean {
    return !this.hasPartner && this.partnerIsIn !== this.name;
  }
}

class IntakeOfSleepers extends CellInMemory {
  protected override isServedElsewhere(): boolean {
    return this.phaseNow !== null && this.phaseNow !== 'leaving';
  }
}

class EndlessPause extends CellInMemory {
  protected override hasEnded(): boolean {
    return false;
  }
}

class KeysStay extends ReplicationInMemory {
  protected override apply(change: Change): void {
    if (!('key' in change)) super.apply(change);
    else this.source.keys.delete(change.key);
  }
}

class NotCaughtUp extends MoveSteps {
  constructor(parts: MoveSteps['parts']) {
    const { replication, source, target } = parts;
    const blind = <Of extends object>(of: Of, instead: Partial<Of>): Of =>
      Object.assign(Object.create(of) as Of, instead);
    super({
      ...parts,
      replication: blind(replication, {
        caughtUp: async () => 1,
        copied: async (progress: (state: CopyState) => void) => replication.copied(progress),
      }),
      source: blind(source, { sums: async () => [] }),
      target: blind(target, { sums: async () => [] }),
    });
  }
}

const BUGS: readonly { readonly name: string; readonly weather: MoveWeather; readonly plant: MovePlant }[] = [
  { name: 'a move does not wait for attempts in flight', weather: 'calm', plant: { steps: WithoutWaiting } },
  {
    name: 'rows are removed while they are still replicated',
    weather: 'calm',
    plant: { steps: CleanedTooEarly },
  },
  {
    name: 'the partner lives in both cells for a while',
    weather: 'calm',
    plant: { steps: ArrivedBeforeLeaving },
  },
  {
    name: 'a move does not wait for the target, nor compare it',
    weather: 'calm',
    plant: { steps: NotCaughtUp },
  },
  { name: 'there is no fence', weather: 'calm', plant: { cell: NoFence } },
  {
    name: 'the target delivers rows that are still being copied',
    weather: 'calm',
    plant: { cell: ArrivingIsClaimed },
  },
  {
    name: 'events are accepted while the partner is paused',
    weather: 'calm',
    plant: { cell: IntakeInPause },
  },
  {
    name: 'an event can be stored in a cell that its partner has left',
    weather: 'everything',
    plant: { cell: IntakeOfSleepers },
  },
  { name: 'an ended pause still counts', weather: 'commands', plant: { cell: EndlessPause } },
  { name: 'the ids of events stay behind', weather: 'calm', plant: { replication: KeysStay } },
];

describe('A partner that moves in a simulated world', () => {
  it.each(['calm', 'commands', 'everything'] as const)(
    'gets every event exactly as guaranteed, in the weather “%s”',
    async (weather) => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const broken = await liveMoves(seed, weather);
        if (broken.length > 0) throw new Error(`Seed ${seed}:\n${broken.join('\n')}`);
      }
    },
  );
});

describe('The simulation of moves', () => {
  it.each(BUGS)('notices that $name', async ({ weather, plant }) => {
    for (let seed = 1; seed <= SEEDS_PER_BUG; seed++) {
      if ((await liveMoves(seed, weather, plant)).length > 0) return;
    }
    throw new Error(`${SEEDS_PER_BUG} seeds broke no rule.`);
  });
});
