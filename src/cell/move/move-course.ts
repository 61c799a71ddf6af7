import { canBeUndone, isUnfinished, type MoveState, requireStep } from './domain/move-state.js';
import type { MoveSteps } from './move-steps.js';

/** What came of a move that went on. */
export type Outcome =
  | { readonly kind: 'done'; readonly pausedMs: number | null }
  /** The cells did not have the same rows, and the partner stays where it was. */
  | { readonly kind: 'differs'; readonly differences: readonly string[] };

/**
 * Goes through the states of a move that are left (domain/move-state.ts).
 * @param from the state that was recorded last
 * @param record writes a state that has been reached, before anything that follows on it
 */
export async function goThrough(
  from: MoveState,
  steps: MoveSteps,
  record: (state: MoveState, pausedMs: number | null) => Promise<void>,
): Promise<Outcome> {
  // A command that died right after the last record has left nothing to do.
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
    // The pause of a command that has died has ended, or ends with the next.
    if (from === 'paused' || from === 'verified') await become('following');
    const left = await steps.change(become);
    if (left.kind === 'differs') return left;
    ({ pausedMs } = left);
    await become('switched');
  } else if (from !== 'switched') {
    // The command before this one died after the deciding step and before its record.
    await steps.arrive();
    await become('switched');
  }
  await steps.cleanUp();
  await become('done');
  return { kind: 'done', pausedMs };
}
