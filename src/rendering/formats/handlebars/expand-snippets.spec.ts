import Handlebars from 'handlebars';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { SourceMap } from '../../domain/source-map.js';
import { TextLines } from '../../domain/text-lines.js';
import { TemplateSource } from '../../domain/template-source.js';
import { htmlRules } from '../html/html-rules.js';
import { markupOf } from '../../staged/notation.js';
import { StagedTemplate } from '../../staged/staged-template.js';
import { HandlebarsBinder } from './handlebars-binder.js';
import { expandSnippets } from './expand-snippets.js';
import { registerValueHelpers } from '../../../../test/support/handlebars-helpers.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

type Texts = Readonly<Record<string, string>>;

function expand(data: string, texts: Texts, name: string | null = null) {
  const entries = Object.entries(texts).map(
    ([name, text]) => [name, { name, type: 'html', data: text }] as const,
  );
  const library = { snippets: new Map(entries), names: Object.keys(texts) };
  return expandSnippets({ name, type: 'html', data }, library);
}

/** The faults as `snippet line:column code`. */
function faultsOf(data: string, texts: Texts, name: string | null = null): string[] {
  return expand(data, texts, name).faults.map(
    ({ snippet, line, column, code }) => `${snippet ?? '-'} ${line}:${column} ${code}`,
  );
}

function bind(data: string, variables: Readonly<Record<string, unknown>>): string {
  const program = binder.stage(data, htmlRules(new TemplateSource('html', 'hbs', data)), true);
  const template = new StagedTemplate(program, { length: 100_000, costliest: () => 0 });
  const { key, slots } = template.read(variables);
  return markupOf(key, program.pieces, (slot) => slots[slot] ?? '');
}

describe('Snippets in a template', () => {
  const texts = {
    header: '<h1>{{company.name}}</h1>',
    button: '<a href="{{href}}">{{label}}</a>',
    layout: '<main>{{> header}}{{> @partial-block}}</main>{{title}}',
    nested: '{{#> layout title="N"}}<b>{{> @partial-block}}</b>{{/layout}}',
    line: '{{name}} {{../a}}{{@index}};',
    optional: '{{#if note}}{{note}}{{else}}none{{/if}}',
    lists: '{{#each list}}{{label}}{{../label}}{{/each}}',
  };
  const variables = {
    a: 'A<',
    company: { name: 'Acme & Co' },
    link: { href: 'https://a.example/' },
    list: [{ name: 'x', label: 'own' }, { name: 'y' }],
  };

  // Blanks and depths of ../ apart, it is what partials of Handlebars do.
  it.each([
    ['a{{> header}}b'],
    ['a {{~> header ~}} b'],
    ["{{> 'header'}}{{>header}}"],
    ['{{> button label="Go" href=link.href}}'],
    ['{{> button link label=a}}'],
    ['{{#each list}}{{> button label=name href=../link.href}}{{/each}}'],
    ['{{#each list}}{{> optional note=name}}{{/each}}{{> optional}}{{#if a}}{{> header}}{{/if}}'],
    ['{{#> layout title=a}}<p>{{a}}{{title}}</p>{{/layout}}'],
    ['{{#> nested}}x{{> header}}{{/nested}}'],
    ['{{#> layout}}{{#> layout}}y{{/layout}}{{/layout}}'],
    ['{{> lists label="given"}}'],
    ['\\{{> header}} {{!-- {{> none}} --}}'],
  ])('expand %s like partials of Handlebars', (data) => {
    const environment = Handlebars.create();
    registerValueHelpers(environment);
    environment.registerPartial(texts);
    const { faults, data: expanded } = expand(data, texts);
    expect(faults).toEqual([]);
    expect(binder.check(expanded)).toEqual([]);
    expect(bind(expanded, variables)).toBe(environment.compile(data)(variables));
  });

  it('add their variables, renamed by the values they are given', () => {
    const { data } = expand(
      '{{> button label="Go" href=link.href}}{{#> layout title=a}}{{b}}{{/layout}}',
      texts,
    );
    const uses = binder.variables(data).map(({ path, as }) => `${path.toString()} ${as}`);
    expect(uses).toEqual(['link.href value', 'company.name value', 'b value', 'a value']);
  });

  it('appear in the branch variants of the template', () => {
    const { data } = expand('{{> button label="Go"}}', texts);
    const shown = binder.branchVariants(data).map((variant) => variant.replaceAll(/[\s\uE0FE]/g, ''));
    expect(shown).toEqual(['<ahref=""></a>']);
  });

  it.each([
    ['a name that is misspelt', 'x\n {{> heder}}', {}, ['- 2:2 unknown_snippet']],
    ['a name that is computed', '{{> (lookup a b)}}', {}, ['- 1:1 snippet_name_missing']],
    ['a circle', '{{> a}}', { a: 'x\n{{> b}}', b: '{{> a}}' }, ['b 1:1 snippet_circle']],
    ['a snippet with itself in it', '{{> a}}', { a: '{{> a}}' }, ['a 1:1 snippet_circle']],
    ['a block that is not given', 'x{{> layout}}', {}, ['- 1:2 snippet_block_missing']],
    ['a block outside of snippets', '{{> @partial-block}}', {}, ['- 1:1 snippet_block_missing']],
    [
      'six of them in each other',
      '{{> a}}',
      { a: '{{> b}}', b: '{{> c}}', c: '{{> d}}', d: '{{> e}}', e: '{{> f}}', f: 'x' },
      ['e 1:1 snippets_too_deep'],
    ],
    [
      'more than a template may have',
      '{{> a}}{{> b}}',
      { a: 'x'.repeat(200_000), b: 'y'.repeat(100_000) },
      ['- 1:8 template_too_large'],
    ],
    [
      'too much around a snippet',
      `{{> a}}${'z'.repeat(100_000)}`,
      { a: 'x'.repeat(200_000) },
      ['- 1:1 template_too_large'],
    ],
    ['everything at once', '{{> none}}\n{{> other}}', {}, ['- 1:1 unknown_snippet', '- 2:1 unknown_snippet']],
    ['blocks that do not match', '{{#if a}}{{> header}}', {}, ['- 1:1 unclosed_block']],
  ])('are refused for %s', (_, data, others, expected) => {
    expect(faultsOf(data, { ...texts, ...others })).toEqual(expected);
  });

  it('are refused with the circle, or with the name that was probably meant', () => {
    const messages = (data: string, others: Texts) =>
      expand(data, others).faults.map(({ message }) => message);
    expect(messages('{{> a}}', { a: '{{> b}}', b: '{{> a}}' })).toEqual([
      'The snippet a would include itself: a → b → a.',
    ]);
    expect(messages('{{> heder}}', texts)).toEqual(['There is no snippet heder. Did you mean header?']);
  });

  it('find a circle through the snippets they include', () => {
    expect(faultsOf('{{> b}}', { b: '{{> a}}' }, 'a')).toEqual(['b 1:1 snippet_circle']);
  });

  it('places faults of the text itself by line and column', () => {
    expect(expand('x\n{{#if a}}{{> b}}', { b: 'b' }).faults).toEqual([
      { code: 'unclosed_block', message: expect.any(String), line: 2, column: 1, snippet: null },
    ]);
  });

  it('are refused in time, however often they include each other', () => {
    const many = (name: string) => `{{> ${name}}}`.repeat(200);
    const texts = { a: many('b'), b: many('c'), c: many('d'), d: many('e'), e: '{{> @partial-block}}' };
    expect(faultsOf(`{{#> a}}{{/a}}`, texts).length).toBeGreaterThan(0);
    const deep = '{{#> e}}'.repeat(900) + '{{/e}}'.repeat(900);
    expect(faultsOf(deep, texts)).toContain('- 1:161 snippets_too_deep');
    expect(faultsOf('{{> e'.repeat(50_000), texts)).toEqual([]);
    expect(faultsOf(`{{> e ${' '.repeat(250_000)}x}}`, texts)).toEqual(['- 1:1 snippet_block_missing']);
  });

  it('keep the origin of each character', () => {
    const data = 'one\n{{> header}} {{two}}\n{{> button\n  label=three}}';
    const { data: expanded, segments } = expand(data, { ...texts, header: 'h\n{{four}}' });
    const map = new SourceMap(segments);
    const lines = new TextLines(expanded);
    const originOf = (text: string) => {
      const { snippet, line, column } = map.originOf(lines.locationOf(expanded.indexOf(text)), lines);
      return `${snippet ?? '-'} ${line}:${column}`;
    };
    expect(originOf('one')).toBe('- 1:1');
    expect(originOf('{{four')).toBe('header 2:1');
    expect(originOf('{{two')).toBe('- 2:14');
    expect(originOf('three')).toBe('- 4:9');
    expect(originOf('{{label')).toBe('button 1:20');
    expect(originOf('{{#snippet:values')).toBe('- 3:1');
  });
});
