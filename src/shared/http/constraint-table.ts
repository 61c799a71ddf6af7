/** A value that breaks a constraint. */
export interface BrokenConstraint {
  readonly value: unknown;
  /** The first argument of the decorator: `64` for `@MaxCharacters(64)`, `a, b` for `@IsIn(['a', 'b'])`. */
  readonly argument: string;
  /** The first argument of another decorator of the member. */
  readonly argumentOf: (constraint: string) => string;
}

type Explanation = readonly [code: string, sentence: string];
type Explain = (broken: BrokenConstraint) => Explanation;

const isNotText: Explanation = ['wrong_type', 'Must be a string.'];
const isNotTime: Explanation = [
  'invalid_timestamp',
  'Must be a time in ISO 8601, such as 2026-02-03T04:05:06.789Z.',
];

/**
 * The code and sentence of each constraint, by its name in class-validator. If a member breaks several, the first in
 * this table is reported. A decorator's `message` replaces the sentence. To use another decorator of class-validator,
 * add a line.
 */
export const constraintTable: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['isString', () => isNotText],
  ['isBoolean', () => ['wrong_type', 'Must be true or false.']],
  ['isInt', () => ['wrong_type', 'Must be a whole number.']],
  ['isObject', () => ['wrong_type', 'Must be an object.']],
  ['isArray', () => ['wrong_type', 'Must be an array.']],
  ['arrayNotEmpty', () => ['too_short', 'Must not be empty.']],
  ['arrayMaxSize', ({ argument }) => ['too_long', `Must have at most ${argument} entries.`]],
  ['maxLength', ({ argument }) => ['too_long', `Must have at most ${argument} characters.`]],
  ['minLength', ({ argument }) => ['too_short', tooShort(argument)]],
  [
    'min',
    ({ argument, argumentOf }) => ['out_of_range', `Must be from ${argument} to ${argumentOf('max')}.`],
  ],
  [
    'max',
    ({ argument, argumentOf }) => ['out_of_range', `Must be from ${argumentOf('min')} to ${argument}.`],
  ],
  [
    'isIn',
    ({ value, argument }) =>
      typeof value === 'string' ? ['not_allowed', `Must be one of: ${argument}.`] : isNotText,
  ],
  ['matches', () => ['invalid_format', 'Must have the form that the API document describes.']],
  ['isTimestamp', ({ value }) => (typeof value === 'string' ? isNotTime : isNotText)],
]);

function tooShort(min: string): string {
  return min === '1' ? 'Must not be empty.' : `Must have at least ${min} characters.`;
}
