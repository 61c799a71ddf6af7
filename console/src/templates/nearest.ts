/** The name that was probably meant: at most two letters differ, and fewer than half of them. */
export function nearest(written: string, known: readonly string[]): string | null {
  const [best] = known
    .map((name) => ({ name, distance: distance(written, name) }))
    .filter((one) => one.distance <= 2 && one.distance < written.length / 2)
    .sort((one, other) => one.distance - other.distance);
  return best?.name ?? null;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
