/** The time ranges. `hours` is the length of a step. */
const RANGES = {
  h24: { step: '1h', hours: 1, steps: 24 },
  d7: { step: '6h', hours: 6, steps: 28 },
  d30: { step: '1d', hours: 24, steps: 30 },
} as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export type Range = keyof typeof RANGES;
export const RANGE_NAMES: readonly Range[] = ['h24', 'd7', 'd30'];

export function isRange(text: string): text is Range {
  return Object.hasOwn(RANGES, text);
}

/** The query for a whole range. It stays the same for a minute, so that an early call matches the view's own. */
export function queryOf(range: Range): { step: string; since: string } {
  const { step, hours, steps } = RANGES[range];
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return { step, since: new Date(minute - (steps - 1) * hours * HOUR_MS).toISOString() };
}
