import type { Cell, Cells } from '../shared/domain/cell.js';
import { CellDatabaseRepository } from './cell-database.repository.js';
import type { MovesOfCell } from './cell-moves.repository.js';
import type { KnownCell } from './cell.repository.js';
import { HOP_HEADER, hopProof } from './domain/hop.js';
import { OtherCellRepository } from './other-cell.repository.js';

const PATIENCE_MS = 5_000;

/** A cell as its database and its processes show it. */
export interface ExaminedCell {
  readonly name: string;
  /** Null when its database cannot be used; `fault` says why. */
  readonly known: readonly KnownCell[] | null;
  readonly fault: string | null;
  /** The names of cells that do not know all of what this one has, or cannot say. */
  readonly notToldTo: readonly string[];
  /** Null when its database cannot be used, or does not know of moves. */
  readonly moves: MovesOfCell | null;
  readonly processes: readonly ExaminedProcess[];
}

interface ExaminedProcess {
  readonly address: string;
  /** Null when it takes requests that other cells pass on. */
  readonly fault: string | null;
}

/** Looks at all cells, and changes nothing. */
export class CellExaminationService {
  constructor(
    private readonly cells: Cells,
    private readonly internalToken: string,
  ) {}

  examine(): Promise<ExaminedCell[]> {
    return Promise.all(this.cells.all.map((cell) => this.look(cell)));
  }

  private async look(cell: Cell): Promise<ExaminedCell> {
    const { name } = cell;
    const processes = await Promise.all(cell.addresses.map((address) => this.call(address)));
    try {
      const { known, moves } = await CellDatabaseRepository.at(cell, async (database) => ({
        known: (await database.knowsCells()) ? await database.cells() : [],
        moves: await database.moves(),
      }));
      const notToldTo = known.length === 0 ? [] : await this.notToldTo(cell, known);
      return { name, known, fault: null, notToldTo, moves, processes };
    } catch (error) {
      return { name, known: null, fault: reasonOf(error), notToldTo: [], moves: null, processes };
    }
  }

  private async notToldTo(cell: Cell, known: readonly KnownCell[]): Promise<string[]> {
    const digest = await OtherCellRepository.at(cell, (database) => database.ownDigest());
    const others = this.cells.all.filter(
      ({ name }) => name !== cell.name && known.some((one) => one.name === name),
    );
    const told = await Promise.all(
      others.map((other) =>
        OtherCellRepository.at(other, (database) => database.digestOf(cell.name)).catch(() => null),
      ),
    );
    return others.filter((_, index) => told[index] !== digest).map(({ name }) => name);
  }

  private async call(address: string): Promise<ExaminedProcess> {
    const headers = {
      authorization: `Bearer ${this.internalToken}`,
      [HOP_HEADER]: hopProof(this.internalToken),
    };
    try {
      const { status } = await fetch(`${address}/internal/partner?limit=1`, {
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { address, fault: status === 200 ? null : `It answers ${status}.` };
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown };
      return { address, fault: `It does not answer: ${reasonOf(cause ?? error)}.` };
    }
  }
}

/** Messages of PostgreSQL name accounts and databases, and never a password. */
function reasonOf(error: unknown): string {
  const { message = '', errors } = error as { readonly message?: string; readonly errors?: readonly Error[] };
  return (errors?.[0]?.message ?? message).replace(/\.$/, '');
}
