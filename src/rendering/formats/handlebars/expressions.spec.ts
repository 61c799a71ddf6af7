import fc from 'fast-check';
import { expressionsOf } from './expressions.js';

function found(data: string): string[] {
  return [...expressionsOf(data)].map(({ kind, start, end }) => `${kind} ${data.slice(start, end)}`);
}

describe('expressionsOf', () => {
  it('finds each kind of expression', () => {
    const data =
      '{{a}}{{{b}}}{{~#if c~}}{{else if d}}{{ else }}{{^}}{{/if}}{{^e}}{{/e}}{{! f }}{{!-- {{g}} --}}{{& h}}';
    expect(found(data)).toEqual([
      'value {{a}}',
      'value {{{b}}}',
      'block {{~#if c~}}',
      'chain {{else if d}}',
      'else {{ else }}',
      'else {{^}}',
      'end {{/if}}',
      'block {{^e}}',
      'end {{/e}}',
      'comment {{! f }}',
      'comment {{!-- {{g}} --}}',
      'value {{& h}}',
    ]);
  });

  it('skips escaped expressions, and reads an escaped backslash as text', () => {
    expect(found(String.raw`\{{a}} \\{{b}}`)).toEqual(['value {{b}}']);
  });

  it('ignores braces in quotes and brackets', () => {
    expect(found(`{{x "}}" '}}' [}}] y}}`)).toEqual([`value {{x "}}" '}}' [}}] y}}`]);
  });

  it('reads a raw block as one expression', () => {
    expect(found('{{{{raw}}}} {{a}} {{{{/raw}}}}{{b}}')).toEqual([
      'comment {{{{raw}}}} {{a}} {{{{/raw}}}}',
      'value {{b}}',
    ]);
  });

  it('counts parentheses and steps of paths', () => {
    expect([...expressionsOf('{{lookup (lookup a.b "c.d") ../e}}')]).toEqual([
      expect.objectContaining({ parentheses: 1, separators: 4, isClosed: true }),
    ]);
  });

  it.each(['{{a', '{{!-- a }}', '{{! a', '{{{{raw}}}} a', '{{a "}}'])(
    'finds that %s is not closed',
    (data) => {
      expect([...expressionsOf(data)]).toEqual([
        expect.objectContaining({ start: 0, end: data.length, isClosed: false }),
      ]);
    },
  );

  it('returns parts in order for any text', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{',
      '}',
      '"',
      '[',
      ']',
      '\\',
      '!--',
      '--',
      '#',
      '/',
      'else',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const data = pieces.join('');
        let end = 0;
        for (const expression of expressionsOf(data)) {
          expect(expression.start).toBeGreaterThanOrEqual(end);
          expect(expression.end).toBeGreaterThan(expression.start);
          end = expression.end;
        }
        expect(end).toBeLessThanOrEqual(data.length);
      }),
    );
  });
});
