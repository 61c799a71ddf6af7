/** The known name that a misspelt one most likely means; null if none is similar. */
export function similarName(written: string, names: readonly string[]): string | null {
  // A single letter is equally similar to all others.
  if (written.length < 2) return null;
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const limit = Math.min(written.length, name.length) <= 4 ? 1 : 2;
    const distance = distanceBetween(written.toLowerCase(), name.toLowerCase(), limit);
    if (distance <= limit && (nearest === null || distance < nearest.distance)) nearest = { name, distance };
  }
  return nearest?.name ?? null;
}

/**
 * The number of characters to insert, delete, replace or swap with a neighbour to turn one word into the other. Does
 * not compare words whose lengths differ by more than `limit`.
 */
function distanceBetween(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const present = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      present[column] = Math.min(
        at(last, column) + 1,
        at(present, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, present];
  }
  return at(last, to.length);
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Infinity;
}
