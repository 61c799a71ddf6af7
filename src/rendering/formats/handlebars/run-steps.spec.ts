import fc from 'fast-check';
import Handlebars from 'handlebars';
import { registerValueHelpers } from '../../../../test/support/handlebars-helpers.js';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { HandlebarsBinder } from './handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);
const handlebars = Handlebars.create();
registerValueHelpers(handlebars);

/** The output, or null if it cannot be rendered. */
function ours(template: string, data: Record<string, unknown>): string | null {
  try {
    return binder.prepareText(template)(data);
  } catch {
    return null;
  }
}

/** Without escaping, Handlebars adds adjacent numbers, so the templates have text between any two values. */
function theirs(template: string, data: Record<string, unknown>): string | null {
  try {
    return handlebars.compile(template, { noEscape: true })(data, {
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
    });
  } catch {
    return null;
  }
}

/** Objects whose members have the names in paths. */
const members = fc.letrec<{ value: unknown; object: Record<string, unknown>; list: unknown[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, 0, 1, '', 'x', '1', true, false),
    tie('object'),
    tie('list'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'length', 'not', 'key'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  list: fc.array(tie('value'), { maxLength: 3 }),
}));

const PATHS = `a b c a.b b.a c.a.b this . this.a ./b ../a ../../b .. ../this @index @key @first @last @root.a
  @../index @root @root.b.a a.length a.[0] item item.a i item.[this] ../item not [a] a.constructor __proto__ @nope`;
const path = fc.constantFrom(...PATHS.split(/\s+/));
const literal = fc.constantFrom('1', '0', '"x"', '"1"', 'true', 'false', 'null', 'undefined', '""');
const { operand } = fc.letrec<{ operand: string }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 2 },
    path,
    literal,
    fc.tuple(tie('operand'), tie('operand')).map(([one, other]) => `(eq ${one} ${other})`),
    fc.tuple(tie('operand'), tie('operand')).map(([one, other]) => `(lookup ${one} ${other})`),
    fc.tuple(tie('operand'), tie('operand')).map(([one, other]) => `(default ${one} ${other})`),
    tie('operand').map((value) => `(not ${value})`),
  ),
}));

const { body } = fc.letrec<{ body: string; statement: string }>((tie) => ({
  body: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((statements) => statements.join('|')),
  statement: fc.oneof(
    { maxDepth: 3 },
    path.map((value) => `{{${value}}}`),
    fc
      .tuple(operand, operand)
      .map(([one, other]) => `{{default ${one} ${other}}};{{lookup ${one} ${other}}}`),
    fc
      .tuple(fc.constantFrom('if', 'unless', 'each', 'with'), operand, tie('body'), tie('body'))
      .map(([name, value, main, other]) => `{{#${name} ${value}}}${main}{{else}}${other}{{/${name}}}`),
    fc
      .tuple(fc.constantFrom('each', 'with'), operand, tie('body'))
      .map(([name, value, main]) => `{{#${name} ${value} as |item i|}}${main}{{/${name}}}`),
    fc
      .tuple(fc.constantFrom('#', '^'), path, tie('body'))
      .map(([sign, value, main]) => `{{${sign}${value}}}${main}{{/${value}}}`),
    fc.tuple(path, tie('body')).map(([value, main]) => `{{#if ${value} includeZero=a}}${main}{{/if}}`),
    fc.tuple(operand, tie('body')).map(([value, main]) => `{{^if ${value}}}${main}{{/if}}`),
    fc
      .tuple(operand, operand, tie('body'))
      .map(
        ([one, other, main]) =>
          `{{#if ${one}}}1{{else if ${other}}}${main}{{else with ${one} as |item|}}${main}{{/if}}`,
      ),
  ),
}));

describe('Running a template', () => {
  it('gives the same result as Handlebars, for every template and all data', () => {
    let rendered = 0;
    fc.assert(
      fc.property(body, members.object, (template, data) => {
        fc.pre(binder.check(template).length === 0);
        const expected = theirs(template, data);
        if (expected !== null) rendered += 1;
        expect(ours(template, data)).toBe(expected);
      }),
      { numRuns: 400, seed: 20_261_125 },
    );
    expect(rendered).toBeGreaterThan(200);
  });

  it.each([
    ['members of an object in their order', '{{#each a}}{{@key}} {{@index}} {{@first}} {{this}};{{/each}}'],
    ['the context of a block around a null', '{{#each list}}{{#if @first}}{{this}} {{../b}}{{/if}}{{/each}}'],
    ['contexts that are equal', '{{#each list}}{{#each this}}{{../b}}{{/each}}{{/each}}'],
    ['values that a section passes on', '{{#each list as |x|}}{{#a as |y|}}{{y}} {{x}}{{/a}}{{/each}}'],
    ['names that hide helpers', '{{#each list as |lookup|}}{{lookup}}{{#lookup}}x{{/lookup}}{{/each}}'],
    ['parents of data', '{{#each list}}{{#each ../a}}{{@../index}} {{@_parent.last}}{{/each}}{{/each}}'],
  ])('gives the same result as Handlebars: %s', (_, template) => {
    const data = { a: { q: 1, p: 'x' }, b: 'y', list: [null, ['1'], [['a'], 'a'], { 2: 'z', 1: 'w' }] };
    const expected = theirs(template, data);
    expect(expected).not.toBeNull();
    expect(ours(template, data)).toBe(expected);
  });

  it('cannot render a name that its block does not give', () => {
    const template = '{{#if a as |x|}}{{x}}{{/if}}';
    expect(theirs(template, { a: 1 })).toBeNull();
    expect(ours(template, { a: 1 })).toBeNull();
  });
});
