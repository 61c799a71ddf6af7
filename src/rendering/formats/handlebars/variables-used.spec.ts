import { TextLines } from '../../domain/text-lines.js';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { HandlebarsBinder } from './handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

/** Every use as `path line:column use`. */
function used(data: string): string[] {
  const lines = new TextLines(data);
  return binder.variables(data).map(({ path, as, offset }) => {
    const { line, column } = lines.locationOf(offset);
    return `${path.toString()} ${line}:${column} ${as}`;
  });
}

describe('variablesUsed', () => {
  it('reports the use and the location of each variable', () => {
    expect(used('Hi {{name}}\n{{{html}}}{{& raw}}\r\n{{#if a.b}}{{/if}}{{#unless c}}{{/unless}}')).toEqual([
      'name 1:6 value',
      'html 2:4 html',
      'raw 2:15 html',
      'a.b 3:7 condition',
      'c 3:29 condition',
    ]);
  });

  it('does not take a helper without its parameter as a variable', () => {
    expect(used('{{#each}}{{name}}{{/each}}{{#if}}{{/if}}')).toEqual(['name 1:12 value']);
  });

  it.each([
    [
      'elements of a list',
      '{{#each items}}{{name}}{{this}}{{this.id}}{{/each}}',
      ['items.*.name', 'items.*', 'items.*.id'],
    ],
    [
      'named elements',
      '{{#each a.items as |item at|}}{{item.name}}{{at}}{{item}}{{/each}}',
      ['a.items.*.name', 'a.items.*'],
    ],
    [
      'names of an outer block',
      '{{#each a as |x|}}{{#each b as |y|}}{{x.c}}{{y.d}}{{/each}}{{/each}}',
      ['a.*.c', 'a.*.b.*.d'],
    ],
    [
      'a member of this beside a name',
      '{{#each a as |x|}}{{this.x}}{{./x}}{{x}}{{/each}}',
      ['a.*.x', 'a.*.x', 'a.*'],
    ],
    [
      'what is outside',
      '{{#each a}}{{../b}}{{#with c}}{{../d}}{{../../e}}{{/with}}{{/each}}',
      ['b', 'a.*.d', 'e'],
    ],
    [
      'conditions, which change no context',
      '{{#each a}}{{#if b}}{{c}}{{../d}}{{else}}{{e}}{{/if}}{{/each}}',
      ['a.*.c', 'd', 'a.*.e'],
    ],
    ['the other branch', '{{#with a}}{{b}}{{else}}{{c}}{{/with}}', ['a.b', 'c']],
    [
      'inverse blocks of helpers',
      '{{^if a}}{{b}}{{/if}}{{^with c}}{{d}}{{/with}}{{^each e}}{{f}}{{/each}}',
      ['b', 'd', 'f'],
    ],
    ['chained conditions', '{{#if a}}{{b}}{{else if c}}{{d}}{{else}}{{e}}{{/if}}', ['b', 'd', 'e']],
    ['the root', '{{#each a}}{{@root.b.c}}{{@index}}{{@key}}{{@../index}}{{/each}}', ['b.c']],
    ['lookup by a text', '{{lookup document "id"}}{{lookup items 0}}', ['document.id', 'items.0']],
    ['lookup by a variable', '{{lookup texts language}}', ['texts.*', 'language']],
    ['lookup in lookup', '{{lookup (lookup a "b") "c"}}', ['a.b.c']],
    ['a block of what is looked up', '{{#with (lookup a "b")}}{{c}}{{/with}}', ['a.b.c']],
    [
      'a block named after a variable',
      '{{#client}}{{email}}{{../year}}{{/client}}',
      ['client.email', 'year'],
    ],
    ['brackets and quotes', '{{a.[b c].d}}{{"first name"}}{{[x.y]}}', ['a.b c.d', 'first name', 'x\\.y']],
    ['more steps outside than there are', '{{../a}}', []],
  ])('follows %s', (_, data, paths) => {
    const printed = used(data).filter((use) => use.endsWith(' value'));
    expect(printed.map((use) => use.replace(/ \d+:\d+ value$/, ''))).toEqual(paths);
  });

  it('recognizes lists and conditions by their helper', () => {
    expect(used('{{#each (lookup a b)}}{{/each}}{{#with c}}{{/with}}{{#d}}{{/d}}')).toEqual([
      'a.* 1:17 list',
      'b 1:19 value',
      'c 1:40 condition',
      'd 1:55 condition',
    ]);
  });

  it('counts compared variables as conditions', () => {
    expect(
      used(
        '{{#if (eq a.b "x")}}{{/if}}\n{{eq c (lookup d e)}}{{#each f}}{{#if (eq this ../g)}}{{/if}}{{/each}}',
      ),
    ).toEqual([
      'a.b 1:11 condition',
      'c 2:6 condition',
      'd.* 2:16 condition',
      'e 2:18 value',
      'f 2:30 list',
      'f.* 2:43 condition',
      'g 2:48 condition',
    ]);
  });

  it('adds no step for with, and none for with this', () => {
    expect(used('{{#with a}}{{#with this}}{{../b}}{{/with}}{{/with}}').at(-1)).toBe('b 1:28 value');
  });
});
