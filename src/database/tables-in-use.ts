/** The tables to migrate were in use at every attempt to change them. */
export class TablesInUse extends Error {}
