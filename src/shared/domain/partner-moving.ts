/** SQLSTATE with which the database refuses what a partner cannot do while it moves (migration 0140). */
const PARTNER_MOVING = 'LV001';

/** How soon a caller should try again: a move pauses its partner for about as long. */
export const MOVING_RETRY_SECONDS = 1;

/** Whether an error, or one it was caused by, says that a partner moves to another cell. */
export function isPartnerMoving(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as { readonly code?: unknown; readonly driverError?: unknown };
  return code === PARTNER_MOVING || isPartnerMoving(driverError) || isPartnerMoving(error.cause);
}

/** The channel that notifies every process of a paused partner, by its id. A move repeats it while it waits. */
export const PARTNER_PAUSED_CHANNEL = 'livery_paused';
/** Emitted within a process then: what waits in memory for the partner goes back to the tables. */
export const PARTNER_PAUSED = 'partner.paused';

/** The channel that notifies every process of a cell that a partner lives in another cell from now on. */
export const PARTNER_MOVED_CHANNEL = 'livery_moved';
/** Emitted within a process then. */
export const PARTNER_MOVED = 'partner.moved';
