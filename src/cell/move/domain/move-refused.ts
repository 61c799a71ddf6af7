/** The partner cannot be moved, or not now, for a reason that an operator can fix. Nothing is lost. */
export class MoveRefused extends Error {}
