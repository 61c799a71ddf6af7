/**
 * The item of each draw, out of `count`: the second one is half as frequent as the first, the third a third as
 * frequent.
 */
export function zipf(count: number, seed: number): (draw: number) => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sums.push((sum += 1 / rank));
  return (draw) => {
    const wanted = uniform(seed, draw) * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? sum) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A number from 0 to less than 1, the same for the same seed and draw in every run. */
function uniform(seed: number, draw: number): number {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(draw + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
