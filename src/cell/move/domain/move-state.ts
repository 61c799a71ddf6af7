/*
 * The states of a partner's move from its source cell to its target cell. Every step is idempotent, so a command that
 * was interrupted is repeated and continues from the last recorded state.
 *
 *   state      what is true                                                            next
 *   planned    nothing has been done                                                   copying, undone
 *   copying    companies and issuers are frozen; rows are being copied                 following, undone
 *   following  every table is copied; changes follow as they are committed             paused, undone
 *   paused     the source begins nothing new and finishes what is in progress          verified, following, undone
 *   verified   the source writes nothing; both cells have the same rows                switched, following, undone
 *   switched   the partner lives in the target; the move cannot be undone              done
 *   done       the source has no rows of the partner
 *   undone     the target has no rows of the partner
 *
 * If the command dies, its pause expires after a few seconds: the source serves the partner again, and the move is back
 * in `following`. The point of no return is a transaction in the source that sets the phase to `gone`. A move whose
 * command died right after it is still recorded as `verified`.
 */

const NEXT = {
  planned: ['copying', 'undone'],
  copying: ['following', 'undone'],
  following: ['paused', 'undone'],
  paused: ['verified', 'following', 'undone'],
  verified: ['switched', 'following', 'undone'],
  switched: ['done'],
  done: [],
  undone: [],
} as const;

export type MoveState = keyof typeof NEXT;

/** A transition that the table does not allow. */
export class IllegalStep extends Error {}

/** @throws IllegalStep if `to` does not follow `from` */
export function requireStep(from: MoveState, to: MoveState): void {
  const next: readonly MoveState[] = NEXT[from];
  if (!next.includes(to)) throw new IllegalStep(`A move that is ${from} cannot become ${to}.`);
}

/** True if repeating the command would still do something. */
export function isUnfinished(state: MoveState): boolean {
  return NEXT[state].length > 0;
}

/** True if, by its recorded state, the partner still lives in the source. */
export function canBeUndone(state: MoveState): boolean {
  const next: readonly MoveState[] = NEXT[state];
  return next.includes('undone');
}

export function isMoveState(text: string): text is MoveState {
  return Object.hasOwn(NEXT, text);
}
