/** A partner cannot be moved, or not now, for a reason that an operator can mend. Nothing is lost by it. */
export class MoveRefused extends Error {}
