import * as fc from 'fast-check';
import { ANY, type Segment } from '../../src/shared/domain/document-path.js';

/** Names that must not be treated specially. There are few, so that paths and documents often have the same. */
const NAMES = [
  'a',
  'b',
  '0',
  '__proto__',
  'constructor',
  'length',
  'a.b',
  '*',
  '\\',
  '"',
  "'",
  'å',
  '😀',
  ' ',
];

/** A value that is neither an object nor an array, out of few. */
export function primitives(): fc.Arbitrary<string | number | boolean | null> {
  return fc.constantFrom<string | number | boolean | null>(null, true, false, 0, 1, '', '1', 'x');
}

/** Any JSON value. Members may have the names of inherited ones. */
export function jsonValues(): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      primitives(),
      fc.array(tie('value'), { maxLength: 3 }),
      objects(tie('value')),
    ),
  })).value;
}

/** A JSON object, such as the `data` of an event. */
export function jsonDocuments(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return objects(jsonValues());
}

/** The segments of a path that may exist in these documents. */
export function pathSegments(): fc.Arbitrary<Segment[]> {
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Segment>(ANY) },
    { weight: 4, arbitrary: fc.constantFrom<Segment>('a', 'b') },
    { weight: 3, arbitrary: fc.constantFrom<Segment>(...NAMES) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
  );
  return fc.array(segment, { minLength: 1, maxLength: 4 });
}

/** The segments as a partner writes them. */
export function pathText(path: readonly Segment[]): string {
  return path
    .map((segment) => {
      if (segment === ANY) return '*';
      return segment === '*' ? '\\*' : segment.replaceAll(/[\\.]/g, (character) => `\\${character}`);
    })
    .join('.');
}

function objects(value: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'b') },
    { weight: 2, arbitrary: fc.constantFrom('', ...NAMES) },
  );
  // Object.fromEntries makes even __proto__ an own member, as JSON.parse does.
  return fc.array(fc.tuple(name, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));
}
