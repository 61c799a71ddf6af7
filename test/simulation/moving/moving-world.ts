import { runMove, type MoveOutcome } from '../../../src/cell/move/run-move.js';
import { type MoveParts, MoveSteps } from '../../../src/cell/move/move-steps.js';
import type { MoveState } from '../../../src/cell/move/domain/move-state.js';
import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import { CellInMemory } from './cell-in-memory.js';
import { CellOfMoveInMemory, CommandProcess, ReplicationOfMoveInMemory } from './mover-in-memory.js';
import { type PostedDelivery, ProcessInMemory } from './process-in-memory.js';
import { ReplicationInMemory } from './replication-in-memory.js';

const ACTIVE_MS = 60_000;
const END_MS = 240_000;
const EVENTS = 120;
const SLEEPS = 20;
/** The most commands of one move that die. */
const DEATHS = 6;
const REPEATED_BY_CALLERS = 0.2;

/** Replacements for correct parts. */
export interface MovePlant {
  readonly cell?: typeof CellInMemory;
  readonly replication?: typeof ReplicationInMemory;
  readonly steps?: typeof MoveSteps;
}

/** Whether commands die and sleep, and whether processes sleep too. */
export type MoveWeather = 'calm' | 'commands' | 'everything';

/** The world of one seed: two cells of two processes each, events, and a partner that moves there and back. */
export async function liveMoves(
  seed: number,
  weather: MoveWeather,
  plant: MovePlant = {},
): Promise<readonly string[]> {
  const world = new MovingWorld(new Random(seed), weather, plant);
  return world.live();
}

class MovingWorld {
  private readonly timeline = new Timeline();
  private readonly cells: readonly [CellInMemory, CellInMemory];
  private readonly processes: readonly ProcessInMemory[];
  private readonly posts: PostedDelivery[] = [];
  private readonly accepted = new Set<string>();
  private readonly broken: string[] = [];
  private unanswered = 0;
  private moves = 0;

  constructor(
    private readonly random: Random,
    private readonly weather: MoveWeather,
    private readonly plant: MovePlant,
  ) {
    const Cell = plant.cell ?? CellInMemory;
    this.cells = [new Cell('a', 'a', this.timeline), new Cell('b', 'a', this.timeline)];
    this.cells[0].hasPartner = true;
    this.processes = this.cells.flatMap((cell) =>
      [1, 2].map(
        (number) =>
          new ProcessInMemory(`${cell.name}${number}`, cell, this.cells, this.timeline, random, (post) => {
            this.posts.push(post);
          }),
      ),
    );
  }

  async live(): Promise<readonly string[]> {
    const { timeline, random, processes } = this;
    for (let event = 0; event < EVENTS; event++)
      timeline.at(random.between(0, ACTIVE_MS), () => this.report(`k${event}`));
    for (let sleep = 0; sleep < SLEEPS && this.weather === 'everything'; sleep++)
      timeline.at(random.between(0, ACTIVE_MS), () =>
        random.pick(processes).sleep(random.between(500, 15_000)),
      );
    const [a, b] = this.cells;
    timeline.at(random.between(1_000, 10_000), () => this.move(a, b, () => this.move(b, a, () => undefined)));
    await timeline.pass(END_MS, () => false);
    return this.brokenRules();
  }

  /** Reports an event until it is accepted. Sometimes the caller misses the answer. */
  private report(key: string): void {
    this.unanswered += 1;
    const again = (): void => {
      this.timeline.in(this.random.between(20, 500), () => {
        this.unanswered -= 1;
        this.report(key);
      });
    };
    this.random.pick(this.processes).accept(key, (isAccepted) => {
      if (!isAccepted) return again();
      this.accepted.add(key);
      if (this.random.chance(REPEATED_BY_CALLERS)) again();
      else this.unanswered -= 1;
    });
  }

  /** Runs one command after another until one has completed the move. */
  private move(source: CellInMemory, target: CellInMemory, next: () => void): void {
    const Replication = this.plant.replication ?? ReplicationInMemory;
    const replication = new Replication(source, target, this.timeline, this.random);
    let state: MoveState = 'planned';
    let deaths = 0;
    const later = () => this.timeline.in(this.random.between(1_000, 5_000), command);
    const ended = (kind: MoveOutcome['kind']): void => {
      if (kind === 'differs') this.broken.push('both cells have the same rows when they are compared');
      if (kind === 'differs') return;
      this.moves += 1;
      next();
    };
    const command = (): void => {
      const mayFail = this.weather !== 'calm' && deaths < DEATHS;
      const process = new CommandProcess(this.timeline, this.random, mayFail, () => {
        deaths += 1;
        this.timeline.in(this.random.between(100, 12_000), command);
      });
      const cellOf = (cell: CellInMemory) =>
        new CellOfMoveInMemory(cell, process, () => {
          for (const one of this.processes) if (one.cell === cell) one.giveBack();
        });
      const parts: MoveParts = {
        partnerId: 1,
        source: cellOf(source),
        target: cellOf(target),
        others: [cellOf(source)],
        replication: new ReplicationOfMoveInMemory(replication, process),
        requireFreeCompanies: async () => undefined,
        openPauseConnection: async () => ({ cell: cellOf(source), close: async () => undefined }),
        clock: process,
        say: () => undefined,
      };
      const steps = new (this.plant.steps ?? MoveSteps)(parts);
      const record = (reached: MoveState) =>
        process.call(() => {
          state = reached;
        });
      void run();
      async function run(): Promise<void> {
        // The operator repeats a command that fails.
        const outcome = await runMove(state, steps, record).catch(() => null);
        if (outcome === null) later();
        else ended(outcome.kind);
      }
    };
    command();
  }

  private brokenRules(): readonly string[] {
    const { cells, posts, accepted, broken } = this;
    const idsOf = new Map<string, string[]>();
    for (const { key, id } of posts) idsOf.set(key, [...(idsOf.get(key) ?? []), id]);
    if (this.moves !== 2) broken.push(`the partner has moved there and back: ${this.moves}`);
    if (this.unanswered > 0) broken.push(`every event is accepted in the end: ${this.unanswered} are not`);
    for (const key of accepted) {
      const ids = idsOf.get(key) ?? [];
      if (ids.length === 0) broken.push(`no event is lost: ${key}`);
      if (new Set(ids).size > 1) broken.push(`no event is delivered under two ids: ${key} ${ids.join()}`);
      if (ids.length > 1 && this.weather !== 'everything')
        broken.push(`nothing is sent twice unless a process has slept: ${key}`);
      const rows = [...cells[0].rows.values()].filter((row) => row.key === key);
      if (rows.length !== 1 || rows[0]?.isDone !== true)
        broken.push(`every delivery ends where its partner lives: ${key}`);
    }
    if (cells[1].rows.size > 0) broken.push(`nothing is left behind: ${cells[1].rows.size}`);
    return broken;
  }
}
