import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Cell } from '../shared/domain/cell.js';
import { InvalidInput } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { CellRepository, type KnownCell } from './cell.repository.js';
import { cellNumberOf } from './domain/id-range.js';
import { MovedPartnersService } from './moved-partners.service.js';
import { WrongCell } from './domain/wrong-cell.js';

/** A cell with the number that its ids have. */
export interface NumberedCell extends Cell {
  readonly number: number;
}

/** The cells of the deployment: which one this process serves, and which one has what. */
@Injectable()
export class CellsService implements OnModuleInit {
  private readonly log = new Logger('Cells');
  private byNumber: ReadonlyMap<number, NumberedCell> = new Map();
  private ownNumber = 0;
  /** All but this one, by their numbers. */
  others: readonly NumberedCell[] = [];
  /** By their numbers, the home cell first. */
  names: readonly string[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly cells: CellRepository,
    private readonly moved: MovedPartnersService,
  ) {}

  /** @throws WrongCell when the database is not that of this cell */
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
    // A home cell that no other was added to is as it was without the file.
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

  /** False where everything is in one cell, and there is nothing to ask or to pass on. */
  get areSeveral(): boolean {
    return this.others.length > 0;
  }

  /** The name of this cell; empty without CELLS_FILE. */
  get ownName(): string {
    return this.settings.cells?.own.name ?? '';
  }

  /** What keys and tokens made here begin with; null in the home cell, whose keys were there first. */
  get nameInTokens(): string | null {
    return this.ownNumber === 0 ? null : this.ownName;
  }

  /** The cell with a name, unless it is this one or there is none. */
  otherNamed(name: string | null): NumberedCell | null {
    return this.others.find((cell) => (name === null ? cell.number === 0 : cell.name === name)) ?? null;
  }

  /** The cell that a partner is in, unless it is this one or there is none. */
  otherOf(partnerId: number): NumberedCell | null {
    const moved = this.moved.cellOf(partnerId);
    if (moved !== null) return this.otherNamed(moved);
    const number = cellNumberOf(partnerId);
    return number === this.ownNumber ? null : (this.byNumber.get(number) ?? null);
  }

  /** The cell of a key or link whose partner has moved, else the one that it names; null if that is this one. */
  otherOfToken(token: string, named: string | null): NumberedCell | null {
    return this.otherNamed(this.moved.cellOfToken(token) ?? named);
  }

  /** @throws InvalidInput for a cell that is not this one: whoever names another one is passed on before */
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
