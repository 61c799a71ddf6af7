import type { Language } from '../../domain/email-request.js';
import { similarName } from '../../../shared/domain/similar-name.js';

/** The time zone of dates, unless a template names another. */
export const DEFAULT_TIME_ZONE = 'Europe/Stockholm';
/** Intl's lengths of dates and times. */
const LENGTHS = ['full', 'long', 'medium', 'short'] as const;
const NUMBER_STYLES = ['decimal', 'percent'] as const;
const MAX_DECIMALS = 20;
const MAX_ZONE = 64;
/** ISO 8601: a date, or a date with a time; without a zone the time is UTC. */
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const DECIMAL = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;
/** How many formats are cached. Creating one takes far longer than using it. */
const MAX_FORMATS = 100;

type Named = Readonly<Record<string, unknown>>;

/** Caches formats by their options, and drops the oldest. */
class FormatCache<Format> {
  private readonly kept = new Map<string, Format>();

  get(key: string, make: () => Format): Format {
    const found = this.kept.get(key);
    if (found !== undefined) return found;
    const made = make();
    for (const oldest of this.kept.keys()) {
      if (this.kept.size < MAX_FORMATS) break;
      this.kept.delete(oldest);
    }
    this.kept.set(key, made);
    return made;
  }
}

const dateFormats = new FormatCache<Intl.DateTimeFormat>();
const numberFormats = new FormatCache<Intl.NumberFormat>();
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Formats a date. `value` is an ISO 8601 date or milliseconds since 1970. Returns anything else, or a date with invalid
 * options, unchanged, so that no email fails because of it.
 */
export function formattedDate(value: unknown, named: Named, language: Language): unknown {
  const time = timeOf(value);
  const { timeZone = DEFAULT_TIME_ZONE, dateStyle, timeStyle } = named;
  if (time === null || !isTimeZone(timeZone) || !isLengthOrNone(dateStyle) || !isLengthOrNone(timeStyle)) {
    return value;
  }
  const isDateWanted = dateStyle !== undefined || timeStyle === undefined;
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    ...(isDateWanted && { dateStyle: dateStyle ?? 'long' }),
    ...(timeStyle !== undefined && { timeStyle }),
  };
  const key = `${language} ${timeZone} ${options.dateStyle} ${timeStyle}`;
  return dateFormats.get(key, () => new Intl.DateTimeFormat(language, options)).format(time);
}

/** Formats a number for the language. Returns anything else unchanged, like `formattedDate`. */
export function formattedNumber(value: unknown, named: Named, language: Language): unknown {
  const number = numberOf(value);
  const { decimals, style = 'decimal' } = named;
  if (number === null || !isDecimalsOrNone(decimals) || !isOneOf(style, NUMBER_STYLES)) return value;
  const key = `${language} ${style} ${decimals}`;
  const options = { style, ...fractionOf(decimals) };
  return numberFormats.get(key, () => new Intl.NumberFormat(language, options)).format(number);
}

/** Formats an amount of money. Returns anything but a number unchanged, like `formattedDate`. */
export function formattedCurrency(
  value: unknown,
  currency: unknown,
  { decimals }: Named,
  language: Language,
): unknown {
  const number = numberOf(value);
  if (number === null || !isCurrency(currency) || !isDecimalsOrNone(decimals)) return value;
  const key = `${language} ${currency} ${decimals}`;
  const options = { style: 'currency', currency, ...fractionOf(decimals) } as const;
  return numberFormats.get(key, () => new Intl.NumberFormat(language, options)).format(number);
}

/** A sentence about what is wrong with a date in a template, or null. */
export function dateProblem(value: unknown): string | null {
  if (timeOf(value) !== null) return null;
  return `${shown(value)} is not a date: write one such as "2026-11-22" or "2026-11-22T10:00:00Z".`;
}

export function numberProblem(value: unknown): string | null {
  return numberOf(value) === null ? `${shown(value)} is not a number: write one such as 1234.5.` : null;
}

export function timeZoneProblem(value: unknown): string | null {
  if (isTimeZone(value)) return null;
  return notA('time zone', value, Intl.supportedValuesOf('timeZone'), DEFAULT_TIME_ZONE);
}

export function currencyProblem(value: unknown): string | null {
  return isCurrency(value) ? null : notA('currency', value, [...currencies], 'SEK');
}

export function lengthProblem(value: unknown): string | null {
  return isOneOf(value, LENGTHS) ? null : notOneOf(value, LENGTHS);
}

export function numberStyleProblem(value: unknown): string | null {
  return isOneOf(value, NUMBER_STYLES) ? null : notOneOf(value, NUMBER_STYLES);
}

export function decimalsProblem(value: unknown): string | null {
  if (isDecimals(value)) return null;
  return `${shown(value)} is not a number of decimals: write an integer from 0 to ${MAX_DECIMALS}.`;
}

/** Milliseconds since 1970; null for a date that does not exist. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Math.abs(value) <= 8.64e15 ? value : null;
  if (typeof value !== 'string') return null;
  const [text, year, month, day, zone] = ISO_DATE.exec(value) ?? [];
  if (text === undefined) return null;
  // JavaScript would take the thirtieth of February for a day in March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1) return null;
  const isLocal = text.length > 10 && zone === undefined;
  const time = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(time) ? null : time;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  // Turns -0 into 0.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null;
}

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_ZONE) return false;
  try {
    dateFormats.get(value, () => new Intl.DateTimeFormat('en', { timeZone: value }));
    return true;
  } catch {
    return false;
  }
}

function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && currencies.has(value);
}

function isDecimals(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DECIMALS;
}

function isDecimalsOrNone(value: unknown): value is number | undefined {
  return value === undefined || isDecimals(value);
}

function isOneOf<Name extends string>(value: unknown, names: readonly Name[]): value is Name {
  return names.some((name) => name === value);
}

function isLengthOrNone(value: unknown): value is (typeof LENGTHS)[number] | undefined {
  return value === undefined || isOneOf(value, LENGTHS);
}

function fractionOf(decimals: number | undefined): Intl.NumberFormatOptions {
  if (decimals === undefined) return {};
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function notA(what: string, value: unknown, names: readonly string[], example: string): string {
  const meant = typeof value === 'string' ? similarName(value, names) : null;
  const hint = meant === null ? `Write one such as "${example}".` : `Did you mean "${meant}"?`;
  return `${shown(value)} is not a ${what}. ${hint}`;
}

function notOneOf(value: unknown, names: readonly string[]): string {
  return `${shown(value)} is not one of ${names.map((name) => `"${name}"`).join(', ')}.`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
