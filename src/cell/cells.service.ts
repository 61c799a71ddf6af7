import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Cell } from '../shared/domain/cell.js';
import { InvalidInput } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { CellRepository, type KnownCell } from './cell.repository.js';
import { cellNumberOf } from './domain/id-range.js';
import { MovedPartnersService } from './moved-partners.service.js';
import { WrongCell } from './domain/wrong-cell.js';

/** A cell with its number, which its ids contain. */
export interface NumberedCell extends Cell {
  readonly number: number;
}

/** The cells of the deployment: which one this process serves, and which one an id or token belongs to. */
@Injectable()
export class CellsService implements OnModuleInit {
  private readonly log = new Logger('Cells');
  private byNumber: ReadonlyMap<number, NumberedCell> = new Map();
  private ownNumber = 0;
  /** All but this one, ordered by number. */
  others: readonly NumberedCell[] = [];
  /** Ordered by number, so the home cell is first. */
  names: readonly string[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly cells: CellRepository,
    private readonly moved: MovedPartnersService,
  ) {}

  /** @throws WrongCell if the database belongs to another cell */
  async onModuleInit(): Promise<void> {
    const known = await this.cells.all();
    const { cells } = this.settings;
    if (cells === null) {
      requireSingle(known);
      return;
    }
    const home = cells.all[0] ?? cells.own;
    requireOwn(cells.own, home, known);
    const numbers = new Map(known.map(({ name, number }) => [name, number]));
    // Until another cell is added, a home cell behaves as without CELLS_FILE.
    if (known.length === 0) numbers.set(home.name, 0);
    const added = cells.all.flatMap((cell) => {
      const number = numbers.get(cell.name);
      if (number === undefined)
        this.log.warn(`Cell ${cell.name} is not in use: livery cell add has not run.`);
      return number === undefined ? [] : [{ ...cell, number }];
    });
    const ordered = added.toSorted((one, other) => one.number - other.number);
    this.ownNumber = numbers.get(cells.own.name) ?? 0;
    this.byNumber = new Map(ordered.map((cell) => [cell.number, cell]));
    this.others = ordered.filter(({ number }) => number !== this.ownNumber);
    this.names = ordered.map(({ name }) => name);
    if (known.length > 0) await this.cells.confineIds(this.ownNumber);
    if (this.areSeveral) await this.moved.refresh();
  }

  /** False if there is only one cell, so nothing to ask or to forward. */
  get areSeveral(): boolean {
    return this.others.length > 0;
  }

  /** The name of this cell; empty without CELLS_FILE. */
  get ownName(): string {
    return this.settings.cells?.own.name ?? '';
  }

  /** The prefix of keys and tokens created here; null in the home cell, whose keys are older than cells. */
  get nameInTokens(): string | null {
    return this.ownNumber === 0 ? null : this.ownName;
  }

  /** The cell with this name; null if there is none, or it is this one. */
  otherNamed(name: string | null): NumberedCell | null {
    return this.others.find((cell) => (name === null ? cell.number === 0 : cell.name === name)) ?? null;
  }

  /** The cell of a partner; null if there is none, or it is this one. */
  otherOf(partnerId: number): NumberedCell | null {
    const moved = this.moved.cellOf(partnerId);
    if (moved !== null) return this.otherNamed(moved);
    const number = cellNumberOf(partnerId);
    return number === this.ownNumber ? null : (this.byNumber.get(number) ?? null);
  }

  /** The cell of a token: the one its partner has moved to, else the one it names. Null if that is this one. */
  otherOfToken(token: string, named: string | null): NumberedCell | null {
    return this.otherNamed(this.moved.cellOfToken(token) ?? named);
  }

  /**
   * Requests that name another existing cell were already forwarded.
   * @throws InvalidInput for any name but this cell's
   */
  requireOwn(name: string | undefined): void {
    if (name === undefined || name === this.ownName) return;
    const known = this.areSeveral ? `one of ${this.names.join(', ')}` : 'left out: there is one cell';
    throw new InvalidInput([
      { pointer: '', parameter: 'cell', code: 'unknown_cell', message: `cell must be ${known}.` },
    ]);
  }
}

function requireSingle(known: readonly KnownCell[]): void {
  const own = known.find(({ isOwn }) => isOwn);
  if (own === undefined || known.length === 1) return;
  throw new WrongCell(
    `This database is that of cell ${own.name}, one of ${known.length}. Set CELLS_FILE, so that events reach the others.`,
  );
}

function requireOwn(own: Cell, home: Cell, known: readonly KnownCell[]): void {
  const found = known.find(({ isOwn }) => isOwn);
  if (found === undefined && own === home) return;
  if (found === undefined)
    throw new WrongCell(
      `The database of cell ${own.name} has not been added: livery cell add --name ${own.name}`,
    );
  if (found.name !== own.name)
    throw new WrongCell(`CELLS_FILE gives cell ${own.name} the database of cell ${found.name}.`);
}
