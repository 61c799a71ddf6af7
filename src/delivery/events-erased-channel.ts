/** The channel that notifies every process of erased events: their ids, separated by spaces. */
export const EVENTS_ERASED_CHANNEL = 'livery_erased';
