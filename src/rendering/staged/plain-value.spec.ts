import fc from 'fast-check';
import Handlebars from 'handlebars';
import { isPlainValue } from './plain-value.js';
import { judge, type Region } from './region.js';

const REGION: Omit<Region, 'kind'> = {
  address: null,
  at: null,
  raw: null,
  takesElements: true,
  isWatched: false,
};
const FRAGMENTS = [
  'true',
  'FALSE',
  'mailto:',
  '#',
  '$',
  '{',
  '{{',
  '<%',
  'font',
  '-',
  'family',
  '-Family',
  '\u200B',
  '\u00A0',
  ' ',
  '\t',
  '&',
  'Åsa',
  '2026-11-22',
  '100 %',
  '😀',
  'Ж',
];

const anyValue = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));

describe('A plain value', () => {
  it.each(['text', 'attribute'] as const)('is a slot in %s whatever looks at it, as it is', (kind) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        if (!isPlainValue(value)) return;
        expect(Handlebars.escapeExpression(value)).toBe(value);
        expect(value.trim()).toBe(value);
        expect(judge({ ...REGION, kind }, value)).toBe('slot');
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['Anna Åberg', 'Order #5', '2026-11-22', '12,50', 'mars', 'Ж', 'half-open'])('is %s', (value) => {
    expect(isPlainValue(value)).toBe(true);
  });
});
