/** A cell as CELLS_FILE lists it: a PostgreSQL with its own full set of tables, and the processes that serve it. */
export interface Cell {
  readonly name: string;
  /** The database with its credentials, in the cell's schema: never log it. */
  readonly url: string;
  /** Null: that of the database's role. */
  readonly schema: string | null;
  /** Where its processes are reached by those of other cells, as http://10.0.0.2:3000; any of them will do. */
  readonly addresses: readonly string[];
}

/** The cells of a deployment. */
export interface Cells {
  /** The cell of this process. */
  readonly own: Cell;
  /** In the order of the file. The first is the home cell: it has whatever is in no other. */
  readonly all: readonly Cell[];
}

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** True for a name that keys and tokens may begin with. */
export function isCellName(name: string): boolean {
  return NAME.test(name);
}
