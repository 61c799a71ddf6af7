import type { Problem } from './errors.js';
import { pointerTo } from './json-pointer.js';
import { similarName } from './similar-name.js';

/**
 * How many unknown names of one value are compared with known ones. A body may have very many, and a few hints suffice.
 */
export const MAX_HINTS = 20;

/** A problem for each unknown member, with a hint if it resembles a known one. */
export function unknownMembers(names: readonly string[], known: ReadonlySet<string>): Problem[] {
  return names
    .filter((name) => !known.has(name))
    .map((name, index) => ({
      pointer: pointerTo(name),
      code: 'unknown_member',
      message: `Is not a known member.${index < MAX_HINTS ? didYouMean(name, known) : ''}`,
    }));
}

/** A hint with the known name that a name resembles, after a space; empty if there is none. */
export function didYouMean(name: string, known: ReadonlySet<string>): string {
  const meant = similarName(name, [...known]);
  return meant === null ? '' : ` Did you mean "${meant}"?`;
}
