/** Four buckets for each doubling make a bucket 19 % wide. */
const BUCKETS_PER_DOUBLING = 4;

/**
 * The bucket of a duration: bucket 0 up to 1 ms, then each bound a fourth root of two greater than the last. Bucket
 * numbers are stored, so this must not change.
 */
export function bucketOf(durationMs: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(durationMs, 1)) * BUCKETS_PER_DOUBLING));
}

/**
 * The percentile of counted durations in whole milliseconds, accurate to a tenth; null if nothing is counted.
 * @param counts the count of each bucket
 * @param share for example 0.95
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.ceil(total * share);
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= rank);
  return bucket === 0 ? 1 : Math.round(2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING));
}
