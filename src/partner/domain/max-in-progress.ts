/** So many requests of one partner may be in progress at a time in one process. */
export const MAX_IN_PROGRESS = 32;
