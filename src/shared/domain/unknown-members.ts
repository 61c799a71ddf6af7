import type { Problem } from './errors.js';
import { pointerTo } from './json-pointer.js';
import { similarName } from './similar-name.js';

/** Names compared with the known ones in one value: a body may have very many, and one hint or two are enough. */
export const MAX_HINTS = 20;

/** A problem for each name of a member that is not known, with the known one that it resembles. */
export function unknownMembers(names: readonly string[], known: ReadonlySet<string>): Problem[] {
  return names
    .filter((name) => !known.has(name))
    .map((name, index) => ({
      pointer: pointerTo(name),
      code: 'unknown_member',
      message: `Is not known here.${index < MAX_HINTS ? didYouMean(name, known) : ''}`,
    }));
}

/** The sentence that names the known name which another resembles, after a space; empty if there is none. */
export function didYouMean(name: string, known: ReadonlySet<string>): string {
  const meant = similarName(name, [...known]);
  return meant === null ? '' : ` Did you mean "${meant}"?`;
}
