/** The database is not that of the cell which the settings say, or has not been added as one. */
export class WrongCell extends Error {}
