import fc from 'fast-check';
import { DEFAULT_RENDER_LIMITS } from '../../src/rendering/domain/render-limits.js';
import { TextLines } from '../../src/rendering/domain/text-lines.js';
import { HandlebarsBinder } from '../../src/rendering/formats/handlebars/handlebars-binder.js';
import { nestingWarnings } from '../../src/rendering/formats/html/nesting-warnings.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

function warnings(data: string) {
  expect(binder.check(data)).toEqual([]);
  const rawValues = binder.variables(data).flatMap(({ as, offset }) => (as === 'html' ? [offset] : []));
  return nestingWarnings({ branchVariants: () => binder.branchVariants(data), rawValues });
}

function found(data: string): string[] {
  const lines = new TextLines(data);
  return warnings(data).map(({ code, offset }) => {
    const { line, column } = lines.locationOf(offset);
    return `${line}:${column} ${code}`;
  });
}

const said = (data: string) => warnings(data).map(({ message }) => message);

describe('nestingWarnings', () => {
  it.each([
    ['an element that is never closed', '<div>\n <b>x\n</div>', ['2:2 unclosed_element']],
    ['one that is open at the end', 'x <span>y', ['1:3 unclosed_element']],
    ['a link without an end', '<p><a href="a">x</p><p>y</p>', ['1:4 unclosed_element']],
    ['a table without an end', '<div><table><tr><td>x</td></tr></div>', ['1:6 unclosed_element']],
    [
      'a table in a table without an end',
      '<table><tr><td>\n<table><tr><td>x</td></tr>\n</td></tr></table>',
      ['2:1 unclosed_element'],
    ],
    ['an element with a slash', '<div />x<p>y</p>', ['1:1 unclosed_element']],
    [
      'a title without an end',
      '<html><head><title>x</head><body><p>y</p></body></html>',
      ['1:13 unclosed_element'],
    ],
    ['an end tag too many', '<div>x</div>\n</div>', ['2:1 unexpected_end_tag']],
    [
      'an end tag too many in a cell',
      '<div><table><tr><td>x</div></td></tr></table></div>',
      ['1:22 unexpected_end_tag'],
    ],
    [
      'a cell that ends twice in a table in a table',
      '<table><tr><td><table><tr><td>x</td></td></tr></table></td></tr></table>',
      ['1:37 unexpected_end_tag'],
    ],
    ['an end of a line break', 'x</br>y', ['1:2 unexpected_end_tag']],
    ['an end of a paragraph that was none', '<div>x</p></div>', ['1:7 unexpected_end_tag']],
    ['elements that overlap', '<b><i>x</b></i>', ['1:8 wrong_nesting']],
    [
      'a cell that ends before what is in it',
      '<table><tr><td><div>x</td></tr></table></div>',
      ['1:22 wrong_nesting'],
    ],
    ['a row that ends before its cell', '<table><tr><td>x</tr></td></table>', ['1:17 wrong_nesting']],
    ['a heading that ends as another', '<h1>x</h2>', ['1:6 wrong_nesting']],
    ['a paragraph around a block', '<p>x\n<div>y</div>\n</p>', ['3:1 wrong_nesting']],
    ['a paragraph around a list', '<div><p><b>x</b><ul><li>y</ul></p></div>', ['1:31 wrong_nesting']],
    ['what stands between rows', '<table><div>x</div><tr><td>y</td></tr></table>', ['1:8 misplaced_element']],
    [
      'a line break between cells',
      '<table><tr><td>x</td><br><td>y</td></tr></table>',
      ['1:22 misplaced_element'],
    ],
    [
      'a cell straight in a table',
      '<table>\n<td>x</td><td>y</td>\n<tr><td>z</td></tr></table>',
      ['2:1 misplaced_element'],
    ],
    ['a link around blocks that ends before them', '<a href="x"><div>y</a></div>', ['1:19 wrong_nesting']],
    ['a comment that is never closed', '<p>x</p>\n<!-- y <div>', ['2:1 unclosed_comment']],
    ['a quote that is never closed', '<p><a href="x>y</a> <img src="z" alt=""></p>', ['1:7 unclosed_quote']],
    ['a quote that is never closed to the end', '<p title="x>y</p>', ['1:4 unclosed_quote']],
    ['a tag without an end', '<div\n<p>x</p>', ['1:1 unclosed_tag']],
    ['a mistake in one branch', '{{#if a}}<b>x{{else}}y{{/if}}', ['1:10 unclosed_element']],
    [
      'a mistake beside branches',
      '{{#if a}}<p>{{else}}<p class="b">{{/if}}x</p></p>',
      ['1:46 unexpected_end_tag'],
    ],
    ['the first part of a table without a table', '<tr><td>x</td></tr><td>', ['1:1 misplaced_element']],
    ['a mistake in a loop', '{{#each a}}<li><i>{{this}}</li>{{/each}}', ['1:16 unclosed_element']],
    [
      'what is wrong behind a branch that opens',
      '{{#if a}}<div>{{/if}}x{{#if a}}</div>{{/if}}</div>',
      ['1:45 unexpected_end_tag'],
    ],
  ])('name %s', (_, data, expected) => {
    expect(found(data)).toEqual(expected);
  });

  it.each([
    ['two ways to open', '{{#if a}}<div>{{else}}<div class="b">{{/if}}x</div>'],
    ['conditions that are never both true', '{{#if a}}<div>{{/if}}{{#if b}}<div>{{/if}}x</div>'],
    ['conditions of which one is true', '{{#unless a}}<div>{{/unless}}{{#unless b}}<div>{{/unless}}x</div>'],
    ['an end in two branches', '<div>{{#if a}}x</div>{{/if}}{{#if b}}y</div>{{/if}}'],
    ['one condition and its reverse', '{{#unless a}}<b>{{/unless}}x{{#if b}}</b>{{/if}}'],
    [
      'kinds of email',
      '{{#if (eq t "a")}}<td>{{/if}}{{#if (eq t "b")}}<td>{{/if}}{{#if (eq t "c")}}<div>{{/if}}x'.replace(
        /<div>|<td>/g,
        '<p>',
      ),
    ],
    ['values that bring elements', '{{{a}}}x</div>{{{b}}}'],
    ['elements that values end', '<div>{{{a}}}'],
    ['elements whose name is a value', '<h{{a}}>x</h{{a}}>'],
    ['quotes around brackets', '<p title="a <b> c">x</p>'],
    ['foreign elements', '<svg><g><path d="x"/></svg><o:p>x<v:fill/>'],
    ['the page itself', '</p><html><body></head></body></html>'.replace('</p>', '')],
    ['an end of what has none', '<img src="a" alt=""></img><input></input>'],
    ['a table in a paragraph', '<p><table><tr><td>x</td></tr></table></p>'],
    ['what is read in ways of its own', '<noscript><div></noscript></p>'],
    ['a comment that browsers end earlier', '<!--> <div> --> </p>'],
  ])('do not report %s', (_, data) => {
    expect(found(data)).toEqual([]);
  });

  it('suggest a correction', () => {
    expect(said('<table>\n<tr>\n<td><div>x</td>\n</tr></table>')).toEqual([
      '<div> is never closed: write </div> where it ends, before </td> in line 3.',
    ]);
    expect(said('<div/>x')).toEqual([
      '<div /> is never closed, because the slash means nothing in HTML: write <div></div>.',
    ]);
    expect(said('<div>x</p></div>')).toEqual([
      '</p> closes nothing: remove it, or write <p> where the element begins.',
    ]);
    expect(said('<p>\n<ul><li>x</li></ul>\n</p>')).toEqual([
      'This </p> closes nothing: the <p> in line 1 ends before <ul> in line 2, which it cannot hold. Write </p> before it, or a <div> in place of the <p>.',
    ]);
    expect(said('<a href="x">\n<a href="y">x</a>\n</a>')).toEqual([
      'This </a> closes nothing, because a link cannot be in a link: write </a> before the <a> in line 2.',
    ]);
    expect(said('<b><i>x</b>y</i>')).toEqual([
      '</b> comes before the end of <i> in line 1: write </i> before </b>.',
    ]);
    expect(said('<div>\n<td>x</td></div>')).toEqual([
      '<td> is outside any <table>, so mail programs ignore the tag: write <table><tr> before it and </tr></table> after its end.',
    ]);
    expect(said('<b><i>x</b>\ny</i>')).toEqual([
      '</b> comes before the end of <i> in line 1: write </i> before it, not in line 2.',
    ]);
    expect(said('<h1>x\n</h2>')).toEqual(['</h2> cannot close <h1> in line 1: write </h1>.']);
    expect(said('<table><tr><p>x</p></tr></table>')).toEqual([
      '<p> cannot be directly in <tr>: mail programs move it out of the table. Put it into a <td>.',
    ]);
  });

  it('report every missing end tag, and no other', () => {
    const names = fc.constantFrom('div', 'span', 'a', 'b', 'center', 'section', 'em');
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 1, maxLength: 7 }), fc.nat(7), (elements, which) => {
        const starts = elements.map((name) => `<${name}>`).join('');
        const ends = elements.toReversed().map((name) => `</${name}>`);
        expect(found(starts + ends.join(''))).toEqual([]);
        expect(found(starts + ends.toSpliced(which % ends.length, 1).join(''))).toHaveLength(1);
        expect(found(`${starts}${ends.join('')}</u>`)).toHaveLength(1);
      }),
    );
  });

  it('give the location of a tag in any text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '<!--',
      '-->',
      '"',
      '=',
      '<p>',
      '</p>',
      '<td>',
      '</td>',
      '<table>',
      '</table>',
      '<b>',
      '</b>',

      '<div>',
      '</div>',
      '<svg>',
      '</svg>',
      '<style>',
      '</style>',
      '<br>',
      '</br>',
      '<h1>',
      '</h2>',
      ' ',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const data = pieces.join('');
        const all = nestingWarnings({ branchVariants: () => [data], rawValues: [] });
        for (const { code, offset } of all)
          expect(code === 'unclosed_quote' || data[offset] === '<').toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are at most a hundred, found in linear time', () => {
    for (const mistakes of [
      '<b>',
      '</b>',
      '<div><p></div>',
      '<div><b></div>',
      '<b><td>',
      '<i></b>',
      '<p><div></p>',
      '<b',
      '<a b="<c>',
    ]) {
      const data = mistakes.repeat(240_000 / mistakes.length);
      expect(nestingWarnings({ branchVariants: () => [data], rawValues: [] }).length).toBeLessThanOrEqual(
        100,
      );
    }
  });
});
