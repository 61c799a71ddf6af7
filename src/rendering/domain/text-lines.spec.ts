import fc from 'fast-check';
import { TextLines } from './text-lines.js';

describe('TextLines', () => {
  it('counts lines and columns from 1, with any line ends', () => {
    const lines = new TextLines('a\nbc\r\nd\re');
    expect([0, 1, 2, 3, 6, 8].map((offset) => lines.locationOf(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ]);
  });

  it('counts offsets outside of the text as its nearest end', () => {
    const lines = new TextLines('ab\nc');
    expect(lines.locationOf(-1)).toEqual({ line: 1, column: 1 });
    expect(lines.locationOf(99)).toEqual({ line: 2, column: 2 });
    expect(lines.offsetOf({ line: 9, column: 9 })).toBe(4);
  });

  it('finds every offset again from its line and column', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'å'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), (content, at) => {
        const lines = new TextLines(content);
        const offset = Math.min(at, content.length);
        expect(lines.offsetOf(lines.locationOf(offset))).toBe(offset);
      }),
    );
  });
});
