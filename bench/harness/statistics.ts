/** The median of some figures, and their spread. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws RangeError without figures */
export function spreadOf(figures: readonly number[]): Spread {
  return { median: percentile(figures, 0.5), min: percentile(figures, 0), max: percentile(figures, 1) };
}

/** @param share from 0 (the smallest) to 1 (the largest) @throws RangeError without figures */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = Float64Array.from(figures).sort();
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new RangeError('There are no figures.');
  return below + (above - below) * (place - Math.floor(place));
}
