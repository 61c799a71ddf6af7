import fc from 'fast-check';
import { partsOf } from './tags.js';

describe('partsOf', () => {
  it('returns parts in order for any text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '!--',
      '-->',
      '"',
      "'",
      '=',
      'mj-text',
      'style',
      ' ',
      '\n',
      'a',
      'İ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const markup = pieces.join('');
        let end = 0;
        for (const part of partsOf(markup)) {
          expect(part.start).toBeGreaterThanOrEqual(end);
          expect(part.end).toBeGreaterThan(part.start);
          end = part.end;
        }
        expect(end).toBeLessThanOrEqual(markup.length);
      }),
    );
  });
});
