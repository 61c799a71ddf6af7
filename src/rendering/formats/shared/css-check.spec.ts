import fc from 'fast-check';
import { cssFaults } from './css-check.js';
import { FILLER } from './format.js';

const faults = (css: string) => cssFaults(css, 0, css.length).map(({ offset, code }) => `${offset} ${code}`);

describe('cssFaults', () => {
  it.each([
    [''],
    ['p { color: red; }\n.a > b, a:hover { margin: 0 auto }'],
    ['@import url("https://x.example/a.css"); @media (max-width: 480px) { p { color: red } }'],
    ['@font-face{font-family:"A;}";src:url(data:font/woff;base64,abc==)}'],
    ['/* } { */ p { /* color red */ color: /* ; */ red }'],
    ['<!-- p { color: red } -->'],
    [`p { color: ${FILLER} } ${FILLER} .${FILLER}{${FILLER}}`],
    ['p { ; color: red;; } @charset "utf-8"'],
    ["p::before { content: 'it\\'s' }"],
  ])('lets pass %j', (css) => {
    expect(faults(css)).toEqual([]);
  });

  it.each([
    ['p{color:red', ['1 css_unclosed_block']],
    ['@media screen { p { color: red }', ['14 css_unclosed_block']],
    ['p{color:red}}', ['12 css_unexpected_brace']],
    ['p color:red}', ['11 css_unexpected_brace']],
    ['p{} /* a', ['4 css_unclosed_comment']],
    ['p{content:"a\n}', ['10 css_unclosed_quote']],
    ['p{background:url(a.png}', ['16 css_unclosed_parenthesis']],
    ['p{\n color red;\n margin: 0 }', ['4 css_invalid_declaration']],
    ['p{ color: red; bold }', ['15 css_invalid_declaration']],
    ['p { color: red }\n h1', ['18 css_incomplete_rule']],
  ])('reports the faults of %j', (css, expected) => {
    expect(faults(css)).toEqual(expected);
  });

  it('ends for any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '"',
      "'",
      ';',
      ':',
      '/*',
      '*/',
      '\\',
      '\n',
      'a',
      ' ',
      '@',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const css = pieces.join('');
        for (const { offset } of cssFaults(css, 0, css.length)) expect(offset).toBeLessThan(css.length);
      }),
    );
  });
});
