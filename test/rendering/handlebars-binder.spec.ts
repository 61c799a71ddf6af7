import { jest } from '@jest/globals';
import { RenderRefusal } from '../../src/rendering/domain/template-fault.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { TextLines } from '../../src/rendering/domain/text-lines.js';
import { markupOf } from '../../src/rendering/staged/notation.js';
import { StagedTemplate } from '../../src/rendering/staged/staged-template.js';
import { htmlRules } from '../../src/rendering/formats/html/html-rules.js';
import { DEFAULT_RENDER_LIMITS } from '../../src/rendering/domain/render-limits.js';
import { HandlebarsBinder } from '../../src/rendering/formats/handlebars/handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

/** The errors as `line:column code`. */
function faults(data: string): string[] {
  const lines = new TextLines(data);
  return binder.check(data).map(({ code, offset }) => {
    const { line, column } = lines.locationOf(offset);
    return `${line}:${column} ${code}`;
  });
}

function bind(data: string, variables: Record<string, unknown> = {}): string {
  const program = binder.stage(data, htmlRules(new TemplateSource('html', 'hbs', data)), true);
  const template = new StagedTemplate(program, {
    length: DEFAULT_RENDER_LIMITS.outputBytes,
    costliest: () => 0,
  });
  const { key, slots } = template.read(variables);
  return markupOf(key, program.pieces, (slot) => slots[slot] ?? '');
}

describe('HandlebarsBinder', () => {
  it.each([
    ['{{a}} {{{a}}} {{b.c}} {{@root.a}}', '&lt; < d &lt;'],
    ['{{#if a}}x{{else if b}}y{{else}}z{{/if}}{{#unless a}}n{{/unless}}', 'x'],
    ['{{#each list as |item i|}}{{i}}{{item}}{{@last}};{{/each}}', '0pfalse;1qtrue;'],
    ['{{#with b}}{{c}}{{../a}}{{/with}}', 'd&lt;'],
    ['{{#b}}{{c}}{{/b}}{{^none}}nothing{{/none}}{{#list}}{{.}}{{/list}}', 'dnothingpq'],
    ['{{lookup list 1}}{{#with (lookup this "b")}}{{c}}{{/with}}', 'qd'],
    ['{{!-- note --}}{{~ b.c ~}} \\{{a}}', 'd{{a}}'],
    ['{{#each list as |log|}}{{log}}{{/each}}', 'pq'],
    ['{{#if (eq a "<")}}x{{else}}y{{/if}}{{#unless (eq b.c "D")}}n{{/unless}}', 'xn'],
    ['{{#if (eq a 1)}}x{{else if (eq b.c "d")}}y{{else}}z{{/if}}', 'y'],
    ['{{#each list}}{{#if (eq this "p")}}{{@index}}{{else}}{{eq @index 1}}{{/if}}{{/each}}', '0true'],
    ['{{eq none nothing}} {{{eq none null}}} {{eq b.c none}} {{eq none ""}}', 'true true false false'],
    ['{{#if (eq (eq a "<") (eq b.c "d"))}}x{{/if}}{{#if (eq (lookup list 1) "q")}}y{{/if}}', 'xy'],
    ['{{#each list as |eq|}}{{eq}}{{/each}}{{./eq}}', 'pq'],
    ['{{#if (and a (eq b.c "d"))}}x{{/if}}{{#if (or none (not a))}}y{{else}}z{{/if}}', 'xz'],
    ['{{ne a "<"}} {{and a none}} {{or none list}} {{not none}}', 'false false true true'],
    [
      '{{gt 2 1}} {{gte 2 2}} {{lt "b" "a"}} {{lte "a" "a"}} {{gt 2 "1"}} {{lt none 1}}',
      'true true false true false false',
    ],
    [
      '{{default none "-"}}{{default "" "-"}}{{default 0 "-"}}{{default a "-"}}{{{default a "-"}}}',
      '--0&lt;<',
    ],
    ['{{#each list as |default|}}{{default}}{{/each}}{{default}}{{#with b}}{{not}}{{/with}}', 'pq'],
    [
      '{{formatNumber 1234567.891}} {{formatNumber "2" decimals=1}} {{formatNumber b.c}}{{formatNumber none}}',
      '1,234,567.891 2.0 d',
    ],
  ])('binds %s', (data, expected) => {
    expect(faults(data)).toEqual([]);
    expect(bind(data, { a: '<', b: { c: 'd' }, list: ['p', 'q'] })).toBe(expected);
  });

  it.each([
    ['{{constructor}}{{__proto__}}{{toString}}{{b.constructor}}{{@constructor}}{{@root.constructor}}'],
    ['{{lookup this "constructor"}}{{lookup this "__proto__"}}{{lookup b "hasOwnProperty"}}'],
    ['{{#with constructor}}x{{/with}}{{#each constructor}}x{{/each}}{{#if constructor}}x{{/if}}'],
    [
      '{{#if (eq constructor toString)}}{{else}}x{{/if}}{{#if (eq (lookup b "__proto__") null)}}{{else}}x{{/if}}',
    ],
    ['{{#with (lookup this "constructor")}}x{{/with}}{{constructor.constructor.name}}'],
  ])('hides inherited members of the data: %s', (data) => {
    expect(bind(data, { b: {} })).toBe('');
  });

  it.each([
    ['a{{log "x"}}b{{log}}c{{{log a}}}d{{log a level="error"}}e', 'abcde'],
    ['{{"log" "x"}}{{[log] a}}{{~ log a ~}} x', 'x'],
    ['a{{#log a}}b{{else}}c{{/log}}d{{#log}}e{{/log}}', 'ad'],
    ['{{#if (log a)}}x{{else}}y{{/if}}{{eq (log a) none}}{{#each (log list)}}z{{/each}}', 'ytrue'],
    ['{{#each list}}{{log this}}{{.}}{{else}}{{log}}{{/each}}', 'pq'],
    [
      '<p {{log a}}title="{{log b.c}}">{{log.x}}{{this.log}}{{#with b}}{{../log}}{{/with}}</p>',
      '<p title=""></p>',
    ],
  ])('accepts log, which prints nothing and logs nothing: %s', (data, expected) => {
    const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;
    const spies = methods.map((method) => jest.spyOn(console, method));
    const variables = { a: '<', b: { c: 'd' }, list: ['p', 'q'] };
    expect(faults(data)).toEqual([]);
    expect(bind(data, variables)).toBe(expected);
    expect(binder.variables('{{log a}}{{#if (log b)}}{{/if}}')).toEqual([]);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('binds own members of any name', () => {
    const variables = JSON.parse('{"constructor":"own","__proto__":{"x":"mine"}}') as Record<string, unknown>;
    expect(bind('{{constructor}} {{__proto__.x}}', variables)).toBe('own mine');
  });

  it.each([
    ['a partial', 'x\n {{> p}}', '2:2 partial_refused'],
    ['a partial block', '{{#> p}}{{/p}}', '1:1 partial_refused'],
    ['the block of a partial', '{{> @partial-block}}', '1:1 partial_refused'],
    ['an inline partial', '{{#*inline "p"}}x{{/inline}}', '1:1 decorator_refused'],
    ['a decorator', 'x{{* d}}', '1:2 decorator_refused'],
    ['an unknown helper within log', '{{log (shout a)}}', '1:7 unknown_helper'],
    ['a helper by a path that begins with log', '{{log.x y}}', '1:1 unknown_helper'],
    ['log as a name given by a block', '{{#each list as |log|}}{{log x}}{{/each}}', '1:24 unknown_helper'],
    ['helperMissing', '{{helperMissing}}', '1:1 helper_refused'],
    ['helperMissing with parameters', '{{helperMissing a b}}', '1:1 helper_refused'],
    ['blockHelperMissing', '{{#blockHelperMissing a}}{{/blockHelperMissing}}', '1:1 helper_refused'],
    ['an unknown helper', '\r\n{{shout name}}', '2:1 unknown_helper'],
    ['an unknown helper called by name only', '{{#if (shout)}}{{/if}}', '1:7 unknown_helper'],
    ['a named value', '{{name x=1}}', '1:1 unknown_helper'],
    ['if without a condition', '{{#if}}{{/if}}', '1:1 wrong_parameters'],
    ['if without a block', '{{if a}}', '1:1 block_required'],
    ['each with two lists', '{{#each a b}}{{/each}}', '1:1 wrong_parameters'],
    ['eq with one value', '{{#if (eq a)}}{{/if}}', '1:7 wrong_parameters'],
    ['eq with nothing', 'x\n{{#if (eq)}}{{/if}}', '2:7 wrong_parameters'],
    ['eq by its name only', '{{eq}}', '1:1 wrong_parameters'],
    ['eq with three values', '{{#unless (eq a b c)}}{{/unless}}', '1:11 wrong_parameters'],
    ['eq with a named value', '{{#if (eq a b strict=true)}}{{/if}}', '1:15 wrong_parameters'],
    ['eq with an equals sign', '{{#if (eq a="b")}}{{/if}}', '1:7 wrong_parameters'],
    ['eq in eq with one value', '{{#if (eq (eq a) b)}}{{/if}}', '1:11 wrong_parameters'],
    ['eq as a block', '{{#eq a b}}x{{/eq}}', '1:1 block_refused'],
    ['not with two values', '{{not a b}}', '1:1 wrong_parameters'],
    ['and with one value', '{{#if (and a)}}{{/if}}', '1:7 wrong_parameters'],
    ['or with eleven values', `{{or${' a'.repeat(11)}}}`, '1:1 wrong_parameters'],
    ['not as a block', '{{#not a}}x{{/not}}', '1:1 block_refused'],
    ['not in parentheses without a value', '{{#if (not)}}{{/if}}', '1:7 wrong_parameters'],
    ['a date that there is not', '{{formatDate "2026-02-30"}}', '1:14 invalid_value'],
    ['a time zone that there is not', '{{formatDate a timeZone="Europe/Stokholm"}}', '1:25 invalid_value'],
    ['a style that there is not', '{{formatDate a dateStyle="tiny"}}', '1:26 invalid_value'],
    ['a named value that there is not', '{{formatDate a zone="UTC"}}', '1:21 wrong_parameters'],
    ['a number that is none', '{{formatNumber "much"}}', '1:16 invalid_value'],
    ['too many decimals', '{{formatNumber a decimals=21}}', '1:27 invalid_value'],
    ['a currency that there is not', '{{formatCurrency a "KRONOR"}}', '1:20 invalid_value'],
    ['an amount without a currency', '{{formatCurrency a}}', '1:18 wrong_parameters'],
    ['an amount with two currencies', '{{formatCurrency a "SEK" currency="EUR"}}', '1:35 wrong_parameters'],
    ['lookup as a block', '{{#lookup a "b"}}x{{/lookup}}', '1:1 block_refused'],
    [
      '9 comparisons in each other',
      `{{#if ${'(eq '.repeat(9)}a${' b)'.repeat(9)}}}{{/if}}`,
      '1:1 too_many_parentheses',
    ],
    ['an open block', 'x\n  {{#if a}}y', '2:3 unclosed_block'],
    ['a block closed by another name', '{{#if a}}x{{/each}}', '1:11 block_mismatch'],
    ['an end without a block', 'a\n\n{{/if}}', '3:1 unexpected_block_end'],
    ['an else without a block', '{{else}}', '1:1 unexpected_text'],
    ['an open expression', 'x {{name', '1:3 unclosed_expression'],
    ['an open comment', 'x {{!-- a', '1:3 unclosed_expression'],
    ['an expression broken by a quote', "é\n{{client's}}", '2:1 unclosed_expression'],
    ['an empty expression', 'a {{}} b', '1:5 unexpected_text'],
    ['25 blocks in each other', '{{#if a}}'.repeat(25) + '{{/if}}'.repeat(25), '1:217 nesting_too_deep'],
    ['25 branches', `{{#if a}}${'{{else if b}}'.repeat(24)}{{/if}}`, '1:309 nesting_too_deep'],
    ['1,001 expressions', '{{a}}'.repeat(1_001), '1:5001 too_many_expressions'],
    ['9 parentheses', `{{a ${'('.repeat(9)}}}`, '1:1 too_many_parentheses'],
    ['parentheses behind braces in quotes', `{{a "}}" ${'('.repeat(9)}}}`, '1:1 too_many_parentheses'],
    ['33 dots', `{{a${'.a'.repeat(33)}}}`, '1:1 path_too_long'],
  ])('refuses %s with its location', (_, data, fault) => {
    expect(faults(data)).toEqual([fault]);
  });

  it('warns of values of a loop outside loops, once for each', () => {
    const data =
      '{{@index}}{{#each a}}{{@index}}{{@../key}}{{else}}{{#if @last}}x{{/if}}{{/each}}{{@index}}{{#b}}{{@first}}{{/b}}{{@root.a}}';
    const warnings = binder
      .warnings(data)
      .map(({ message, offset }) => `${offset} ${message.split(' has ')[0]}`);
    expect(warnings).toEqual(['2 @index', '33 @../key', '56 @last']);
  });

  it('reports all faults at once', () => {
    expect(faults('{{> a}}\n{{* b}}\n{{c d}}\n{{#each}}{{/each}}')).toEqual([
      '1:1 partial_refused',
      '2:1 decorator_refused',
      '3:1 unknown_helper',
      '4:1 wrong_parameters',
    ]);
  });

  it.each([
    ['24 blocks in each other', '{{#if a}}'.repeat(24) + '{{/if}}'.repeat(24)],
    ['1,000 expressions', '{{a}}'.repeat(1_000)],
    ['8 comparisons in each other', `{{#if ${'(eq '.repeat(8)}a${' b)'.repeat(8)}}}{{/if}}`],
    ['24 loops one after the other', '{{#each a}}{{/each}}'.repeat(24)],
  ])('lets pass %s', (_, data) => {
    expect(faults(data)).toEqual([]);
  });

  it('stops a loop whose output grows too large, and gives its location', () => {
    const render = () =>
      bind('x\n {{#each list}}{{#each @root.list}}{{@root.text}}{{/each}}{{/each}}', {
        list: Array.from({ length: 2_000 }, () => ({})),
        text: 'x'.repeat(1_000),
      });
    expect(render).toThrow(RenderRefusal);
    expect(render).toThrow(
      expect.objectContaining({
        reason: 'limit',
        fault: expect.objectContaining({ code: 'output_too_large', offset: 17 }),
      }),
    );
  });

  it('measures output without putting it together', () => {
    const text = 'x'.repeat(1_000_000);
    // Longer than the longest possible string.
    const render = () => bind('{{{text}}}'.repeat(999), { text });
    expect(render).toThrow(expect.objectContaining({ reason: 'limit' }));
  });
});
