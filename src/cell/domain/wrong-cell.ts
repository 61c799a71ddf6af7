/** The database does not belong to the cell that the settings name, or was never added as a cell. */
export class WrongCell extends Error {}
