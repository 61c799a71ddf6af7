/** The SQLSTATE of writes that are refused because the partner is moving (migration 0140). */
const PARTNER_MOVING = 'LV001';

/** When callers should retry. A move pauses its partner for about this long. */
export const MOVING_RETRY_SECONDS = 1;

/** True if an error, or its cause, means that the partner is moving to another cell. */
export function isPartnerMoving(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as { readonly code?: unknown; readonly driverError?: unknown };
  return code === PARTNER_MOVING || isPartnerMoving(driverError) || isPartnerMoving(error.cause);
}

/**
 * The channel that notifies all processes of a paused partner, by its id. A move repeats the notification while it
 * waits.
 */
export const PARTNER_PAUSED_CHANNEL = 'livery_paused';
/** The in-process event for it: the partner's waiting work is returned from memory to the tables. */
export const PARTNER_PAUSED = 'partner.paused';

/** The channel that notifies all processes of a cell that a partner now lives in another cell. */
export const PARTNER_MOVED_CHANNEL = 'livery_moved';
/** The in-process event for it. */
export const PARTNER_MOVED = 'partner.moved';
