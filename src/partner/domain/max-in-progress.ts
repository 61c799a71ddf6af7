/** The requests of one partner that one process handles at a time. */
export const MAX_IN_PROGRESS = 32;
