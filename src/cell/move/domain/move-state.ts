/*
 * A move of a partner from one cell, its source, to another, its target. Each step can be repeated after it was broken
 * off anywhere: repeating the command goes on from the last state that was written.
 *
 *   state      what is true                                                            next
 *   planned    nothing has been done                                                   copying, undone
 *   copying    companies and issuers are fixed; rows are being copied                  following, undone
 *   following  every table is copied, and changes follow as they are committed         paused, undone
 *   paused     in the source nothing new begins, and what is under way ends            verified, following, undone
 *   verified   in the source nothing is written; both cells have the same rows         switched, following, undone
 *   switched   the partner lives in the target, and there is no way back               done
 *   done       nothing of it is left in the source
 *   undone     nothing of it is left in the target
 *
 * A pause ends by itself a few seconds after the command has died: the partner then goes on in the source, and the
 * move in `following`. The one step that decides is a transaction in the source, which makes it `gone` there and so ends
 * its pause for good; the state of a move that died right after it still says `verified`.
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

/** A step that would skip another one. */
export class IllegalStep extends Error {}

/** @throws IllegalStep when the one state does not follow on the other */
export function requireStep(from: MoveState, to: MoveState): void {
  const next: readonly MoveState[] = NEXT[from];
  if (!next.includes(to)) throw new IllegalStep(`A move that is ${from} cannot become ${to}.`);
}

/** True while the command has something left to do. */
export function isUnfinished(state: MoveState): boolean {
  return NEXT[state].length > 0;
}

/** True as long as the partner lives in the source. */
export function canBeUndone(state: MoveState): boolean {
  const next: readonly MoveState[] = NEXT[state];
  return next.includes('undone');
}

export function isMoveState(text: string): text is MoveState {
  return Object.hasOwn(NEXT, text);
}
