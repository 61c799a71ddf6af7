/** Bits of an id that are counted within a cell; the bits above them are the cell's number. */
const BITS = 25;
const MAX_ID = 2_147_483_647;

/** How many cells there may be: ids have 31 bits. */
export const MOST_CELLS = 2 ** (31 - BITS);

/** The ids that a cell gives, from the first to the last. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** The ids of the cell with a number. The first cell, number 0, goes on with those that a single cell gives. */
export function idsOfCell(number: number): IdRange {
  return { first: number * 2 ** BITS + 1, last: Math.min((number + 1) * 2 ** BITS, MAX_ID) };
}

/** The number of the cell that has given an id. */
export function cellNumberOf(id: number): number {
  return Math.floor((id - 1) / 2 ** BITS);
}
