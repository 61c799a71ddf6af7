/** The lower bits of an id count within its cell; the bits above are the cell's number. */
const BITS = 25;
const MAX_ID = 2_147_483_647;

/** Ids have 31 bits. */
export const MAX_CELLS = 2 ** (31 - BITS);

/** The ids that a cell assigns, from the first to the last. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** The home cell, number 0, continues with the ids of a deployment without cells. */
export function idsOfCell(number: number): IdRange {
  return { first: number * 2 ** BITS + 1, last: Math.min((number + 1) * 2 ** BITS, MAX_ID) };
}

/** The number of the cell that assigned an id. */
export function cellNumberOf(id: number): number {
  return Math.floor((id - 1) / 2 ** BITS);
}
