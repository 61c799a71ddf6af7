/** A migration could not lock its tables, because other processes used them at every attempt. */
export class TablesLocked extends Error {}
