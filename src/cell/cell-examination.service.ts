import type { Cell, Cells } from '../shared/domain/cell.js';
import { CellDatabaseRepository } from './cell-database.repository.js';
import type { MovesOfCell } from './cell-moves.sql.js';
import type { KnownCell } from './cell.repository.js';
import { HOP_HEADER, hopProof } from './domain/hop.js';
import { OtherCellRepository } from './other-cell.repository.js';

const PATIENCE_MS = 5_000;

/** The state of a cell, as reported by its database and its processes. */
export interface ExaminedCell {
  readonly name: string;
  /** The cells listed in its database. Null if the database cannot be used; `fault` says why. */
  readonly known: readonly KnownCell[] | null;
  readonly fault: string | null;
  /** Cells whose directory lacks entries of this one, or whose database cannot be used. */
  readonly missingIn: readonly string[];
  /** Null if its database cannot be used, or is not migrated as far as the move tables. */
  readonly moves: MovesOfCell | null;
  readonly processes: readonly ExaminedProcess[];
}

interface ExaminedProcess {
  readonly address: string;
  /** Null if it accepts requests that other cells forward. */
  readonly fault: string | null;
}

/** Examines all cells without changing anything. */
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
      const missingIn = known.length === 0 ? [] : await this.missingIn(cell, known);
      return { name, known, fault: null, missingIn, moves, processes };
    } catch (error) {
      return { name, known: null, fault: reasonOf(error), missingIn: [], moves: null, processes };
    }
  }

  private async missingIn(cell: Cell, known: readonly KnownCell[]): Promise<string[]> {
    const digest = await OtherCellRepository.at(cell, (database) => database.ownDigest());
    const others = this.cells.all.filter(
      ({ name }) => name !== cell.name && known.some((one) => one.name === name),
    );
    const digests = await Promise.all(
      others.map((other) =>
        OtherCellRepository.at(other, (database) => database.digestOf(cell.name)).catch(() => null),
      ),
    );
    return others.filter((_, index) => digests[index] !== digest).map(({ name }) => name);
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

/** Safe to print: PostgreSQL's messages name accounts and databases, but never a password. */
function reasonOf(error: unknown): string {
  const { message = '', errors } = error as { readonly message?: string; readonly errors?: readonly Error[] };
  return (errors?.[0]?.message ?? message).replace(/\.$/, '');
}
