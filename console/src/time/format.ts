import { currentLanguage, type Language, localeOf } from '../i18n/language';
import { preferences } from '../shell/preferences';

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A point in time in the chosen zone, to the second, for comparison with logs. */
export function absoluteTime(iso: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}

/** How long ago, or how long until then, roughly: `3 hours ago`. */
export function relativeTime(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, length] =
    UNITS.find(([, shortest]) => Math.abs(seconds) >= shortest) ?? (['second', 1] as const);
  return relativeFormat(localeOf(currentLanguage())).format(Math.trunc(seconds / length), unit);
}

/** A duration in its two largest units: `2 d 4 h`, `350 ms`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${number(Math.round(ms / 100) / 10)} s`;
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A number in the language of the console: `12,345` or `12 345`. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const locale = localeOf(currentLanguage());
  return kept(
    `number ${locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(locale, options),
  ).format(value);
}

/** A share of 1 in percent. */
export function percent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: share > 0.99 && share < 1 ? 2 : 1 });
}

/** A size in bytes: `18 kB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000
    ? `${number(Math.round(count / 1000))} kB`
    : `${number(Math.round(count / 1e5) / 10)} MB`;
}

/** Dates in the chosen language and zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { timeZone, language } = preferences.read();
  const locale = localeOf(language satisfies Language);
  const all = { ...options, ...(timeZone === 'utc' && { timeZone: 'UTC' }) };
  return kept(`date ${locale} ${JSON.stringify(all)}`, () => new Intl.DateTimeFormat(locale, all));
}

/** A point in time as an input of the type datetime-local takes it, in the user's own zone. */
export function forInput(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Converts the value of such an input for the service. Null if it is not a time. */
export function fromInput(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Caches formats, because creating one is slow and every row uses some. */
const formats = new Map<string, unknown>();

function kept<Format>(key: string, make: () => Format): Format {
  const known = formats.get(key) as Format | undefined;
  if (known !== undefined) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
}
