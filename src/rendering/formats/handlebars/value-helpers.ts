import { areEqual, isPresent, isTrue, orderOf } from './comparisons.js';
import {
  currencyProblem,
  dateProblem,
  decimalsProblem,
  formattedCurrency,
  formattedDate,
  formattedNumber,
  lengthProblem,
  numberProblem,
  numberStyleProblem,
  timeZoneProblem,
} from './formatting.js';
import type { ValueHelper } from './helper.js';

/** The most values that `and` and `or` take. */
const MAX_CONDITIONS = 10;

const TWO = { least: 2, most: 2 } as const;

/** Our own helpers, all of which return a value. */
export const valueHelpers: ReadonlyMap<string, ValueHelper> = new Map(
  Object.entries<ValueHelper>({
    eq: {
      isBlock: false,
      parameters: TWO,
      signature: '(eq a b)',
      meaning: 'True if both are of one type and equal. Two missing values are equal.',
      example: '{{#if (eq language "sv")}}Hej{{else}}Hello{{/if}}',
      evaluate: ([one, other]) => areEqual(one, other),
    },
    ne: {
      isBlock: false,
      mayBeVariable: true,
      parameters: TWO,
      signature: '(ne a b)',
      meaning: 'True unless `eq` is.',
      example: '{{#if (ne client.name company.name)}}{{client.name}}{{/if}}',
      evaluate: ([one, other]) => !areEqual(one, other),
    },
    gt: ordering(
      'gt',
      'greater than',
      '{{#if (gt document.total 1000)}}Free delivery{{/if}}',
      (order) => order > 0,
    ),
    gte: ordering(
      'gte',
      'at least',
      '{{#if (gte document.total 1234.5)}}Free delivery{{/if}}',
      (order) => order >= 0,
    ),
    lt: ordering(
      'lt',
      'less than',
      '{{#if (lt document.paid document.total)}}Not paid yet{{/if}}',
      (order) => order < 0,
    ),
    lte: ordering(
      'lte',
      'at most',
      '{{#if (lte document.createdAt "2026-12-31")}}Offer of 2026{{/if}}',
      (order) => order <= 0,
    ),
    and: {
      isBlock: false,
      mayBeVariable: true,
      parameters: { least: 2, most: MAX_CONDITIONS },
      signature: '(and a b …)',
      meaning: `True if \`{{#if}}\` takes each value for true; 2 to ${MAX_CONDITIONS} values.`,
      example: '{{#if (and client.name (eq language "sv"))}}Hej {{client.name}}{{/if}}',
      evaluate: (values) => values.every(isTrue),
    },
    or: {
      isBlock: false,
      mayBeVariable: true,
      parameters: { least: 2, most: MAX_CONDITIONS },
      signature: '(or a b …)',
      meaning: `True if \`{{#if}}\` takes at least one of the values for true; 2 to ${MAX_CONDITIONS} values.`,
      example: '{{#if (or document.paid document.total)}}Invoice{{/if}}',
      evaluate: (values) => values.some(isTrue),
    },
    not: {
      isBlock: false,
      mayBeVariable: true,
      parameters: { least: 1, most: 1 },
      signature: '(not a)',
      meaning: 'True if `{{#if}}` takes the value for false.',
      example: '{{#if (not document.paid)}}Not paid yet{{/if}}',
      evaluate: ([value]) => !isTrue(value),
    },
    default: {
      isBlock: false,
      mayBeVariable: true,
      parameters: TWO,
      signature: '{{default value otherwise}}',
      meaning: 'The value, or `otherwise` if the value is missing, null or empty text.',
      example: '{{default client.nickname client.name}}',
      evaluate: ([value, otherwise]) => (isPresent(value) ? value : otherwise),
    },
    formatDate: {
      isBlock: false,
      parameters: { least: 1, most: 1 },
      checks: [dateProblem],
      named: { dateStyle: lengthProblem, timeStyle: lengthProblem, timeZone: timeZoneProblem },
      signature: '{{formatDate date dateStyle="long"? timeStyle="short"? timeZone="Europe/Stockholm"?}}',
      meaning:
        'A date in the language of the email. `date` is ISO 8601 text (UTC if it has a time but no zone) or ' +
        'milliseconds since 1970. The styles are `full`, `long`, `medium` and `short`; without any, the date is long ' +
        'and the time is left out. The time zone is Europe/Stockholm if none is given.',
      example: '{{formatDate document.createdAt dateStyle="full"}}',
      evaluate: ([value], named, language) => formattedDate(value, named, language),
    },
    formatNumber: {
      isBlock: false,
      parameters: { least: 1, most: 1 },
      checks: [numberProblem],
      named: { decimals: decimalsProblem, style: numberStyleProblem },
      signature: '{{formatNumber number decimals=2? style="percent"?}}',
      meaning:
        'A number, or text that is one, in the language of the email: with up to three decimals, or exactly as many ' +
        'as `decimals` says (0 to 20). With `style="percent"`, 0.25 is 25 percent.',
      example: '{{formatNumber document.total decimals=2}}',
      evaluate: ([value], named, language) => formattedNumber(value, named, language),
    },
    formatCurrency: {
      isBlock: false,
      parameters: { least: 1, most: 2 },
      checks: [numberProblem, currencyProblem],
      secondByName: 'currency',
      named: { currency: currencyProblem, decimals: decimalsProblem },
      signature: '{{formatCurrency amount "SEK" decimals=0?}}',
      meaning:
        'An amount of money in the language of the email. The currency is a code of ISO 4217, given second or as ' +
        '`currency="SEK"`; it decides how many decimals there are, unless `decimals` says so.',
      example: '{{formatCurrency document.total "SEK"}}',
      evaluate: ([value, currency], named, language) =>
        formattedCurrency(value, currency ?? named['currency'], named, language),
    },
  }),
);

function ordering(
  name: string,
  words: string,
  example: string,
  holds: (order: number) => boolean,
): ValueHelper {
  return {
    isBlock: false,
    mayBeVariable: true,
    parameters: TWO,
    signature: `(${name} a b)`,
    meaning: `True if \`a\` is ${words} \`b\`: two numbers, or two texts such as dates in ISO 8601. False for anything else.`,
    example,
    evaluate([one, other]) {
      const order = orderOf(one, other);
      return order !== null && holds(order);
    },
  };
}
