import fc from 'fast-check';
import { FILLER } from '../formats/shared/format.js';
import { readMarkup } from '../formats/shared/tags.js';
import { propertyWarnings } from './css-property-rules.js';

const found = (markup: string) =>
  propertyWarnings(readMarkup(markup)).map(({ offset, code }) => `${offset} ${code}`);
const meant = (name: string) => {
  const [warning] = propertyWarnings(readMarkup(`<p style="${name}:x">`));
  return warning?.message ?? null;
};
const sheet = (css: string) => `<style>${css}</style>`;
const VALUE = FILLER.repeat(5);

describe('propertyWarnings', () => {
  it.each([
    ['a style attribute', '<p style="color:red; widht: 1px">x</p>', ['21 unknown_property']],
    ['each of two', '<p style="colr:red;\n heigth: 1px">', ['10 unknown_property', '21 unknown_property']],
    ['a style sheet', sheet('p { colr: red }'), ['11 unknown_property']],
    ['a rule within a rule', sheet('@media (max-width: 9px) { p { colr: red; } }'), ['37 unknown_property']],
    ['a style sheet of MJML', '<mj-style>.a{colr:red}</mj-style>', ['13 unknown_property']],
    ['a name in capitals', '<p STYLE="x" style="COLR:red">', ['20 unknown_property']],
    ['what stands beside values', `<p style="color:${VALUE};widht:${VALUE}">`, ['22 unknown_property']],
    [
      'what stands behind quotes',
      '<p style="font-family:&quot;A;b:c&quot;;widht:1px">',
      ['40 unknown_property'],
    ],
  ])('name the misspelt property of %s', (_, markup, expected) => {
    expect(found(markup)).toEqual(expected);
  });

  it.each([
    ['what is right', '<p style="color:red;margin:0 auto;">'],
    ['prefixes', '<p style="-webkit-box-flex:1;mso-line-height-rule:exactly;v-text-anchor:middle;--own:1">'],
    ['capitals', '<p style="Margin-top:0;COLOR:red">'],
    ['hacks', '<p style="*zoom:1;_height:1px">'],
    ['names with values', `<p style="${VALUE}:1px;margin-${VALUE}:1px;${VALUE}-top:2px">`],
    ['names in pieces', '<p style="margin-           left:1px;margin       -top:2px">'],
    [
      'addresses',
      '<p style="background:url(data:image/png;base64,abc:d);background:url(https://x.example/a;b:c)">',
    ],
    ['quotes', sheet('p::before { content: "colr:red;widht:1px" } p { font-family: \'a;b:c\' }')],
    [
      'quotes in attributes',
      '<p style="font-family:&quot;Segoe UI&quot;,Arial;background:url(&quot;https://x.example/&quot;)">',
    ],
    ['comments', sheet('/* colr: red */ p { /* widht: 1px; */ color: red }')],
    ['selectors', sheet('a:hover, li:nth-child(2n) { color: red } a:link { color: red }')],
    ['a rule without a block', sheet('p { color: red } a:hover')],
    ['a condition without an end', `<p style="@media (">${sheet('@media (')}`],
    ['what is outside of blocks', sheet('colr: red; p { color: red }')],
    [
      'descriptors',
      sheet('@font-face { font-famly: A } @page WordSection1 { sze: 1in } @-ms-viewport { widh: device }'),
    ],
    ['other rules', sheet('@import url("https://x.example/a.css"); @charset "utf-8"; p { color: red }')],
    ['other languages', '<style type="text/less">p { colr: red }</style>'],
    ['conditional comments', '<!--[if mso]><style>p { colr: red }</style><p style="widht:1px"><![endif]-->'],
    ['marks of old browsers', sheet('<!-- p { color: red } -->')],
    [
      'filters',
      "<p style=\"filter:progid:DXImageTransform.Microsoft.gradient(startColorstr='#80', endColorstr='#80')\">",
    ],
  ])('let pass %s', (_, markup) => {
    expect(found(markup)).toEqual([]);
  });

  it.each([
    ['widht', 'width'],
    ['hieght', 'height'],
    ['colour', 'color'],
    ['backgroud', 'background'],
    ['background-colour', 'background-color'],
    ['paddding-left', 'padding-left'],
    ['fontsize', 'font-size'],
    ['text-aling', 'text-align'],
    ['text-color', 'color'],
    ['align', 'text-align'],
    ['grid-template-colums', 'grid-template-columns'],
    ['webkit-text-size-adjust', '-webkit-text-size-adjust'],
  ])('suggest for %s: %s', (name, expected) => {
    expect(meant(name)).toBe(`There is no CSS property ${name}. Did you mean ${expected}?`);
  });

  it('do not report a name that resembles no property', () => {
    expect(meant('corporate-identity')).toBeNull();
  });

  it('are at most a hundred', () => {
    expect(found('<p style="colr:red">'.repeat(5_000))).toHaveLength(100);
  });

  it('have locations within any text', () => {
    const piece = fc.constantFrom(
      '<p style="',
      '">',
      '<style>',
      '</style>',
      'colr',
      ':',
      ';',
      '{',
      '}',
      '(',
      ')',
      '"',
      "'",
      '/*',
      '*/',
      '@media',
      '&',
      '\n',
      '\\',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markup = pieces.join('');
        for (const { offset, message } of propertyWarnings(readMarkup(markup))) {
          const [, name = ''] = /^There is no CSS property (\S+)\. /.exec(message) ?? [];
          expect(markup.slice(offset, offset + name.length)).toBe(name);
        }
      }),
    );
  });
});
