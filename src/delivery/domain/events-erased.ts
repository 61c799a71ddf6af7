/** The channel on which every process learns of erased events, as their ids, separated by blanks. */
export const EVENTS_ERASED_CHANNEL = 'livery_erased';
