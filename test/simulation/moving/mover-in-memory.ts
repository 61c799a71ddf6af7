import {
  CellOfMove,
  type CopyState,
  type Handover,
  type MoveClock,
  type Phase,
  type Route,
  RowReplication,
  type Sum,
} from '../../../src/cell/move/domain/cell-of-move.js';
import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import type { CellInMemory } from './cell-in-memory.js';
import type { ReplicationInMemory } from './replication-in-memory.js';

const CRASHES_OF_CALLS = 0.02;
const SLEEPS_OF_CALLS = 0.02;
const SLEEP_MS = 15_000;
const LOOK_EVERY_MS = 10;
const HANDOVER: Handover = {
  partner: '',
  entries: { companies: [], issuers: [], tokens: [] },
  stillInSource: [],
};

/** The process of one command, which may die before or after any of its calls. */
export class CommandProcess implements MoveClock {
  isDead = false;
  private asleepUntil = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly random: Random,
    private readonly mayFail: boolean,
    private readonly died: () => void,
  ) {}

  now(): number {
    return this.timeline.now;
  }

  /** In a process that has died, never resolves. In one that sleeps, resolves when it wakes up. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        if (this.asleepUntil > this.timeline.now) this.timeline.at(this.asleepUntil, wake);
        else if (!this.isDead) resolve();
      };
      this.timeline.in(milliseconds, wake);
    });
  }

  /** One call to a database: the way there, the effect, and the way back. */
  async call<Result>(effect: () => Result): Promise<Result> {
    await this.sleep(this.random.between(0.2, 3));
    await this.goesOn();
    const result = effect();
    await this.sleep(this.random.between(0.2, 3));
    await this.goesOn();
    return result;
  }

  private async goesOn(): Promise<void> {
    if (!this.mayFail) return;
    if (this.random.chance(SLEEPS_OF_CALLS))
      this.asleepUntil = this.timeline.now + this.random.between(0, SLEEP_MS);
    else if (this.random.chance(CRASHES_OF_CALLS)) {
      this.isDead = true;
      this.died();
    } else return;
    await this.sleep(0);
  }
}

/** A cell, as one command uses it. */
export class CellOfMoveInMemory extends CellOfMove {
  constructor(
    private readonly cell: CellInMemory,
    private readonly process: CommandProcess,
    private readonly ask: () => void,
  ) {
    super();
  }

  get name(): string {
    return this.cell.name;
  }

  override phase(): Promise<Phase | null> {
    return this.process.call(() => this.cell.phaseNow);
  }

  override raiseFence(phase: 'leaving' | 'arriving'): Promise<void> {
    return this.process.call(() => {
      this.cell.phase ??= phase;
    });
  }

  override lowerFence(): Promise<void> {
    return this.process.call(() => {
      this.cell.phase = null;
    });
  }

  override drain(): Promise<void> {
    return this.process.call(() => this.cell.drain());
  }

  override pause(): Promise<void> {
    return this.process.call(() => this.cell.pause());
  }

  override keepPaused(): Promise<boolean> {
    return this.process.call(() => this.cell.keepPaused());
  }

  override endPause(): Promise<void> {
    return this.process.call(() => this.cell.endPause());
  }

  override underWay(): Promise<number> {
    return this.process.call(
      () => [...this.cell.rows.values()].filter(({ leasedUntil }) => leasedUntil > this.process.now()).length,
    );
  }

  override askForWaiting(): Promise<void> {
    return this.process.call(this.ask);
  }

  override fence(): Promise<boolean> {
    return this.process.call(() => this.cell.fence());
  }

  override leave({ target }: Route): Promise<boolean> {
    return this.process.call(() => this.cell.leave(target));
  }

  override hasPartner(): Promise<boolean> {
    return this.process.call(() => this.cell.hasPartner);
  }

  override removeRows(phase: 'gone' | 'arriving'): Promise<void> {
    return this.process.call(() => this.cell.removeRows(phase));
  }

  override sums(): Promise<readonly Sum[]> {
    return this.process.call(() => {
      const rows = [...this.cell.rows.values()].map((row) => JSON.stringify(row)).toSorted();
      const keys = [...this.cell.keys].toSorted();
      return [
        { name: 'delivery', rows: rows.length, digest: rows.join() },
        { name: 'event_key', rows: keys.length, digest: keys.join() },
      ];
    });
  }

  override handover(): Promise<Handover> {
    return this.process.call(() => HANDOVER);
  }

  override arrive(_: Handover, { target }: Route): Promise<void> {
    return this.process.call(() => {
      this.cell.hasPartner = true;
      this.cell.phase = null;
      this.cell.partnerIsIn = target;
    });
  }

  override redirect(_: Handover, { target }: Route): Promise<void> {
    return this.process.call(() => {
      this.cell.partnerIsIn = target;
    });
  }
}

/** The replication, as one command uses it. */
export class ReplicationOfMoveInMemory extends RowReplication {
  constructor(
    private readonly replication: ReplicationInMemory,
    private readonly process: CommandProcess,
  ) {
    super();
  }

  override isSetUp(): Promise<boolean> {
    return this.process.call(() => this.replication.isSetUp);
  }

  override setUp(): Promise<void> {
    return this.process.call(() => this.replication.setUp());
  }

  override async copied(progress: (state: CopyState) => void): Promise<void> {
    await this.process.call(() => progress({ tables: 1, copied: 1 }));
  }

  override async caughtUp(patienceMs: number): Promise<number | null> {
    const startedAt = this.process.now();
    const mark = await this.process.call(() => this.replication.writeMark());
    while (this.process.now() - startedAt < patienceMs) {
      if (await this.process.call(() => this.replication.hasArrived(mark)))
        return this.process.now() - startedAt;
      await this.process.sleep(LOOK_EVERY_MS);
    }
    return null;
  }

  override takeDown(): Promise<void> {
    return this.process.call(() => this.replication.takeDown());
  }
}
