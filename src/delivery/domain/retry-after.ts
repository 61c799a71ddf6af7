const DAY_SECONDS = 86_400;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Whole seconds that a Retry-After header asks to wait, given in seconds or as an HTTP date; at most a day. Null when
 * it is absent or cannot be read, and 0 for a date that has passed.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), DAY_SECONDS);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(Math.ceil((date - now.getTime()) / 1000), 0), DAY_SECONDS);
}
