import fc from 'fast-check';
import { formattedCurrency, formattedDate, formattedNumber } from './formatting.js';

/** With ordinary blanks: Intl separates thousands and units with others. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\s/g, ' ') : value;
}

describe('Dates', () => {
  it.each([
    ['2026-11-22T10:00:00.000Z', {}, '22 november 2026', 'November 22, 2026'],
    ['2026-11-22', {}, '22 november 2026', 'November 22, 2026'],
    ['2026-11-22T23:30:00Z', {}, '23 november 2026', 'November 23, 2026'],
    ['2026-11-22T23:30:00', {}, '23 november 2026', 'November 23, 2026'],
    ['2026-11-22T23:30:00Z', { timeZone: 'UTC' }, '22 november 2026', 'November 22, 2026'],
    ['2026-11-22T10:00:00+05:00', { timeStyle: 'short' }, '06:00', '6:00 AM'],
    [0, { dateStyle: 'short' }, '1970-01-01', '1/1/70'],
  ])('%j with %j are %j and %j', (value, named, swedish, english) => {
    expect(plain(formattedDate(value, named, 'sv'))).toBe(swedish);
    expect(plain(formattedDate(value, named, 'en'))).toBe(english);
  });

  it.each([
    ['2026-02-30', {}],
    ['22/11/2026', {}],
    ['soon', {}],
    ['', {}],
    [null, {}],
    [8.65e15, {}],
    [{ a: 1 }, {}],
    ['2026-11-22', { timeZone: 'Europe/Nowhere' }],
    ['2026-11-22', { timeZone: null }],
    ['2026-11-22', { dateStyle: 'tiny' }],
    ['2026-11-22', { timeStyle: 5 }],
  ])('%j with %j stay as they are', (value, named) => {
    expect(formattedDate(value, named, 'sv')).toBe(value);
  });
});

describe('Numbers', () => {
  it.each([
    [1234.5, {}, '1 234,5', '1,234.5'],
    ['1234.5', { decimals: 2 }, '1 234,50', '1,234.50'],
    [0.25, { style: 'percent' }, '25 %', '25%'],
    [-0, {}, '0', '0'],
  ])('%j with %j are %j and %j', (value, named, swedish, english) => {
    expect(plain(formattedNumber(value, named, 'sv'))).toBe(swedish);
    expect(plain(formattedNumber(value, named, 'en'))).toBe(english);
  });

  it('in a currency have its decimals, unless others are asked for', () => {
    expect(plain(formattedCurrency(1234.5, 'SEK', {}, 'sv'))).toBe('1 234,50 kr');
    expect(plain(formattedCurrency('1234.5', 'JPY', {}, 'en'))).toBe('¥1,235');
    expect(plain(formattedCurrency(1234.5, 'EUR', { decimals: 0 }, 'en'))).toBe('€1,235');
  });

  it.each([['much'], [''], [null], [undefined], [true], [[1]], [{}]])('%j stay as they are', (value) => {
    expect(formattedNumber(value, {}, 'en')).toBe(value);
    expect(formattedCurrency(value, 'SEK', {}, 'en')).toBe(value);
  });

  it.each([['KRONOR'], ['sek'], [null], [5]])('in the currency %j stay as they are', (currency) => {
    expect(formattedCurrency(5, currency, {}, 'en')).toBe(5);
  });
});

it('Any value and any options give a short text or the value itself', () => {
  const named = fc.dictionary(
    fc.constantFrom('timeZone', 'dateStyle', 'timeStyle', 'decimals', 'style'),
    fc.oneof(fc.anything(), fc.constantFrom('UTC', 'long', 'short', 'percent', 3)),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.double(), fc.date()),
      named,
      fc.anything(),
      (value, options, other) => {
        for (const made of [
          formattedDate(value, options, 'sv'),
          formattedNumber(value, options, 'en'),
          formattedCurrency(value, other, options, 'sv'),
        ]) {
          if (!Object.is(made, value)) expect(String(made).length).toBeLessThan(600);
        }
      },
    ),
  );
});
