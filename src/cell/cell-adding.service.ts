import type { Cell, Cells } from '../shared/domain/cell.js';
import { CellDatabaseRepository } from './cell-database.repository.js';
import type { KnownCell } from './cell.repository.js';
import { idsOfCell, MAX_CELLS } from './domain/id-range.js';
import { WrongCell } from './domain/wrong-cell.js';
import { OtherCellRepository } from './other-cell.repository.js';

/** The cell was not added, for a reason that an operator can fix. */
export class CellNotAdded extends Error {}

/**
 * Adds a cell. Every step is idempotent, so after a failure the operator repeats the command.
 *
 *   prepare     create the schema and tables of the new cell
 *   number      the home cell assigns a permanent number, which determines the range of the cell's ids
 *   initialise  store the number in the new database and confine its ids to the range
 *   announce    add the cell to all others, and their directory entries to the new cell
 */
export class CellAddingService {
  constructor(private readonly cells: Cells) {}

  /** @returns the cell with its number @throws CellNotAdded, WrongCell, and the error of a connection */
  async add(name: string): Promise<KnownCell> {
    const [home] = this.cells.all;
    const cell = this.cells.all.find((one) => one.name === name);
    if (home === undefined || cell === undefined)
      throw new CellNotAdded(`CELLS_FILE has no cell ${name}: add it at its end first.`);
    if (cell === home)
      throw new CellNotAdded('The first cell of CELLS_FILE is the home cell, which need not be added.');
    await CellDatabaseRepository.prepare(home);
    await CellDatabaseRepository.prepare(cell);
    const known = await CellDatabaseRepository.at(home, (database) => numbered(database, home, name));
    const added = known.find((one) => one.name === name);
    if (added === undefined) throw new Error('The home cell has not assigned a number to the cell.');
    await CellDatabaseRepository.at(cell, (database) => initialise(database, added, known));
    for (const other of this.cells.all) {
      if (other !== cell && known.some((one) => one.name === other.name)) await announce(other, cell, added);
    }
    return added;
  }
}

/** Assigns the number, and returns all cells including the new one. */
async function numbered(database: CellDatabaseRepository, home: Cell, name: string): Promise<KnownCell[]> {
  const known = await database.lockCells();
  const own = known.find(({ isOwn }) => isOwn);
  if (own !== undefined && (own.number !== 0 || own.name !== home.name))
    throw new WrongCell(
      `The first cell of CELLS_FILE must be the home cell, and is the database of ${own.name}.`,
    );
  const { last } = idsOfCell(0);
  if ((await database.greatestId()) > last)
    throw new CellNotAdded(`The home cell has given ids beyond ${last}, which belong to further cells.`);
  if (own === undefined) await database.add({ number: 0, name: home.name, isOwn: true });
  if (!known.some((one) => one.name === name)) {
    const number = Math.max(0, ...known.map((one) => one.number)) + 1;
    if (number >= MAX_CELLS) throw new CellNotAdded(`There can be ${MAX_CELLS} cells.`);
    await database.add({ number, name, isOwn: false });
  }
  await database.confineIds(0);
  return database.cells();
}

async function initialise(
  database: CellDatabaseRepository,
  { number, name }: KnownCell,
  known: readonly KnownCell[],
): Promise<void> {
  const own = (await database.lockCells()).find(({ isOwn }) => isOwn);
  if (own !== undefined && (own.number !== number || own.name !== name))
    throw new WrongCell(`The database of cell ${name} is that of cell ${own.name}, number ${own.number}.`);
  if (own === undefined && (await database.hasPartners()))
    throw new CellNotAdded(`The database of cell ${name} has partners already: a cell begins empty.`);
  for (const one of known) await database.add({ ...one, isOwn: one.name === name });
  await database.confineIds(number);
}

/**
 * Until `other` has this row, it forwards nothing to the new cell. The new cell's processes compare the directory
 * later.
 */
async function announce(other: Cell, cell: Cell, { number, name }: KnownCell): Promise<void> {
  await CellDatabaseRepository.at(other, (database) => database.add({ number, name, isOwn: false }));
  const entries = await OtherCellRepository.at(other, (database) => database.own());
  await OtherCellRepository.at(cell, (database) => database.addEntries(other.name, entries));
}
