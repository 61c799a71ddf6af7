const DAY_SECONDS = 86_400;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Parses a Retry-After header, in seconds or as an HTTP date, to whole seconds of at most a day. Null if it is absent
 * or invalid, 0 for a date in the past.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), DAY_SECONDS);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(Math.ceil((date - now.getTime()) / 1000), 0), DAY_SECONDS);
}
