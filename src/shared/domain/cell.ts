/** A cell in CELLS_FILE: a PostgreSQL with its own full set of tables, and the processes that serve it. */
export interface Cell {
  readonly name: string;
  /** Selects the cell's schema. Contains credentials, so never log it. */
  readonly url: string;
  /** Null for the default schema of the database's role. */
  readonly schema: string | null;
  /** Addresses of its processes for other cells, such as http://10.0.0.2:3000. They are interchangeable. */
  readonly addresses: readonly string[];
}

/** The cells of a deployment. */
export interface Cells {
  /** The cell of this process. */
  readonly own: Cell;
  /** In the order of the file. The first is the home cell, which has everything that is in no other. */
  readonly all: readonly Cell[];
}

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** True for a valid cell name, which can be the prefix of keys and tokens. */
export function isCellName(name: string): boolean {
  return NAME.test(name);
}
