import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cell, Cells } from '../../shared/domain/cell.js';
import { CellOfMoveRepository } from './cell-of-move.repository.js';
import { canBeUndone } from './domain/move-state.js';
import { MoveRefused } from './domain/move-refused.js';
import { MoveDatabase } from './move-database.repository.js';
import {
  companiesLeftBehind,
  requireNewCompanies,
  requireNoOtherMove,
  requireReplication,
} from './move-conditions.js';
import { runMove } from './run-move.js';
import { MoveRecordRepository, type RecordedMove } from './move-record.repository.js';
import { MovedRowsRepository } from './moved-rows.repository.js';
import { type MovedTable, movedTables } from './moved-tables.js';
import { MoveSteps } from './move-steps.js';
import { ReplicationRepository } from './replication.repository.js';

/** The result of a move or of undoing one. */
export interface MoveReport {
  readonly partnerId: number;
  readonly source: string;
  readonly target: string;
  readonly state: 'done' | 'undone';
  /** How long the partner was paused; null if unknown, because an earlier command died. */
  readonly pausedMs: number | null;
}

type Say = (line: string) => void;

/**
 * Moves a partner from one cell to another (domain/move-state.ts). After a failure, repeat the call: it continues where
 * the previous one ended.
 */
export class PartnerMoveService {
  constructor(
    private readonly cells: Cells,
    private readonly by: string,
    private readonly say: Say,
  ) {}

  /** @throws MoveRefused, or the connection's error */
  move(partnerId: number, targetName: string): Promise<MoveReport> {
    return this.alone(partnerId, async (records, databases) => {
      const target = databases.find(({ name }) => name === targetName);
      if (target === undefined) throw new MoveRefused(`CELLS_FILE has no cell ${targetName}.`);
      const begun = await records.unfinished(partnerId);
      if (begun !== null && begun.target !== targetName)
        throw new MoveRefused(
          `The partner is moving to cell ${begun.target}: finish or undo that move first.`,
        );
      const move = begun ?? (await this.plan(partnerId, target, databases, records));
      if (begun !== null) this.say(`Going on with the move from ${begun.source}, which is ${begun.state}.`);
      return this.finish(move, records, databases);
    });
  }

  /** @throws MoveRefused if the partner already lives in the target */
  undo(partnerId: number): Promise<MoveReport> {
    return this.alone(partnerId, async (records, databases) => {
      const move = await records.unfinished(partnerId);
      if (move === null) throw new MoveRefused(`Partner ${partnerId} is not moving.`);
      const steps = this.stepsOf(move, databases);
      if (!canBeUndone(move.state) || (await steps.hasLeft()))
        throw new MoveRefused(
          `Partner ${partnerId} is already in cell ${move.target}. Finish the move by repeating it, then move the partner back.`,
        );
      await this.abandon(move, records, steps, 'undone by command');
      return this.report(move, 'undone', null);
    });
  }

  private async plan(
    partnerId: number,
    target: MoveDatabase,
    databases: readonly MoveDatabase[],
    records: MoveRecordRepository,
  ): Promise<RecordedMove> {
    const source = await homeOf(partnerId, databases);
    if (source === target) throw new MoveRefused(`Partner ${partnerId} is in cell ${target.name}.`);
    await requireReplication(source, target);
    await this.requireFreeCompanies(partnerId, source, target, databases);
    this.say(`Moving partner ${partnerId} from ${source.name} to ${target.name}.`);
    const shared = await companiesLeftBehind(source, partnerId);
    if (shared.length > 0)
      this.say(
        `It shares companies with partners that stay (${shared.join(', ')}), and cannot come back while they have them.`,
      );
    return records.add(partnerId, source.name, target.name, this.by);
  }

  private async requireFreeCompanies(
    partnerId: number,
    source: MoveDatabase,
    target: MoveDatabase,
    databases: readonly MoveDatabase[],
  ): Promise<void> {
    const companies = await new MovedRowsRepository(source, partnerId).companies();
    await requireNewCompanies(target, companies);
    await requireNoOtherMove(databases, partnerId, companies);
  }

  /** Takes the move through its remaining states. */
  private async finish(
    move: RecordedMove,
    records: MoveRecordRepository,
    databases: readonly MoveDatabase[],
  ): Promise<MoveReport> {
    const steps = this.stepsOf(move, databases);
    const outcome = await runMove(move.state, steps, async (state, pausedMs) => {
      await records.change(move, state, { pausedMs });
      this.say(state);
    });
    if (outcome.kind === 'done') return this.report(move, 'done', outcome.pausedMs);
    await this.abandon(move, records, steps, outcome.differences.join('; '));
    throw new MoveRefused(
      `The cells do not have the same rows, so the move was undone.\n${outcome.differences.join('\n')}`,
    );
  }

  private async abandon(
    move: RecordedMove,
    records: MoveRecordRepository,
    steps: MoveSteps,
    note: string,
  ): Promise<void> {
    await steps.undo();
    await records.change(move, 'undone', { note });
    this.say('undone');
  }

  private stepsOf({ partnerId, ...move }: RecordedMove, databases: readonly MoveDatabase[]): MoveSteps {
    const named = (name: string) => {
      const found = databases.find((database) => database.name === name);
      if (found === undefined) throw new MoveRefused(`CELLS_FILE has no cell ${name}.`);
      return found;
    };
    const [source, target] = [named(move.source), named(move.target)];
    const tables = () => tablesOf(source, partnerId);
    const command = randomUUID();
    const cellOf = (database: MoveDatabase) => new CellOfMoveRepository(database, partnerId, tables, command);
    return new MoveSteps({
      partnerId,
      source: cellOf(source),
      target: cellOf(target),
      others: databases.filter((database) => database !== target).map(cellOf),
      replication: new ReplicationRepository(source, target, partnerId, tables),
      requireFreeCompanies: () => this.requireFreeCompanies(partnerId, source, target, databases),
      openPauseConnection: async () => {
        const database = await MoveDatabase.open(source.cell);
        return { cell: cellOf(database), close: () => database.close() };
      },
      clock: { now: () => performance.now(), sleep: (milliseconds) => sleep(milliseconds) },
      say: this.say,
    });
  }

  private report(
    { partnerId, source, target }: RecordedMove,
    state: 'done' | 'undone',
    pausedMs: number | null,
  ) {
    return { partnerId, source, target, state, pausedMs: pausedMs === null ? null : Math.round(pausedMs) };
  }

  /** Runs the work with a connection to every cell, under the lock that excludes other moves of the partner. */
  private async alone<Result>(
    partnerId: number,
    work: (records: MoveRecordRepository, databases: readonly MoveDatabase[]) => Promise<Result>,
  ): Promise<Result> {
    const databases: MoveDatabase[] = [];
    try {
      for (const cell of this.cells.all) databases.push(await MoveDatabase.open(cell));
      const [first] = this.cells.all;
      const record = await MoveDatabase.open(first ?? noCell());
      databases.push(record);
      const records = new MoveRecordRepository(record);
      if (!(await records.take(partnerId)))
        throw new MoveRefused(`Another command is moving partner ${partnerId}.`);
      return await work(records, databases.slice(0, -1));
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  }
}

async function tablesOf(source: MoveDatabase, partnerId: number): Promise<readonly MovedTable[]> {
  const rows = new MovedRowsRepository(source, partnerId);
  return movedTables(source, partnerId, await rows.companies());
}

/** The cell where a partner lives. */
async function homeOf(partnerId: number, databases: readonly MoveDatabase[]): Promise<MoveDatabase> {
  for (const database of databases) {
    const lives = await database.run(
      `SELECT FROM live_partner WHERE id = $1 AND phase_of_move(id) IS DISTINCT FROM 'gone'`,
      [partnerId],
    );
    if (lives === 1) return database;
  }
  throw new MoveRefused(`There is no partner ${partnerId}.`);
}

function noCell(): Cell {
  throw new MoveRefused('CELLS_FILE has no cell.');
}
