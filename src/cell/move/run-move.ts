import { canBeUndone, isUnfinished, type MoveState, requireStep } from './domain/move-state.js';
import type { MoveSteps } from './move-steps.js';

/** The result of `runMove`. */
export type MoveOutcome =
  | { readonly kind: 'done'; readonly pausedMs: number | null }
  /** The cells have different rows; the partner stays in the source. */
  | { readonly kind: 'differs'; readonly differences: readonly string[] };

/**
 * Takes a move through its remaining states (domain/move-state.ts).
 * @param from the last recorded state
 * @param record stores a state that was reached, before the next step begins
 */
export async function runMove(
  from: MoveState,
  steps: MoveSteps,
  record: (state: MoveState, pausedMs: number | null) => Promise<void>,
): Promise<MoveOutcome> {
  if (!isUnfinished(from)) return { kind: 'done', pausedMs: null };
  let state = from;
  let pausedMs: number | null = null;
  const become = async (next: MoveState): Promise<void> => {
    requireStep(state, next);
    await record(next, pausedMs);
    state = next;
  };
  if (canBeUndone(from) && !(await steps.hasLeft())) {
    if (from === 'planned') await become('copying');
    if (from === 'planned' || from === 'copying') {
      await steps.copy();
      await become('following');
    }
    // The previous command's pause has expired, or the next pause replaces it.
    if (from === 'paused' || from === 'verified') await become('following');
    const left = await steps.change(become);
    if (left.kind === 'differs') return left;
    ({ pausedMs } = left);
    await become('switched');
  } else if (from !== 'switched') {
    // The previous command died between the point of no return and recording it.
    await steps.arrive();
    await become('switched');
  }
  await steps.cleanUp();
  await become('done');
  return { kind: 'done', pausedMs };
}
