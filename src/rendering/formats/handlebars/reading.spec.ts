import fc from 'fast-check';
import { TextLines } from '../../domain/text-lines.js';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { HandlebarsBinder } from './handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

function faults(data: string): string[] {
  const lines = new TextLines(data);
  return binder
    .check(data)
    .map(({ code, offset }) => {
      const { line, column } = lines.locationOf(offset);
      return `${line}:${column} ${code}`;
    })
    .sort();
}

const messages = (data: string) => binder.check(data).map(({ message }) => message);

describe('Reading a template that is wrong', () => {
  it.each([
    ['a block under another name', '{{#if a}}\n{{/each}}', ['2:1 block_mismatch']],
    [
      'two blocks that are never closed',
      '{{#if a}}\n {{#each b}}',
      ['1:1 unclosed_block', '2:2 unclosed_block'],
    ],
    ['a block left open in another', '{{#if a}}{{#each b}}\n{{/if}}', ['1:10 unclosed_block']],
    ['an end too many', '{{#if a}}{{/if}}\n{{/if}}', ['2:1 unexpected_block_end']],
    ['a blank else', 'a\n{{else}}', ['2:1 unexpected_text']],
    ['an expression left open before a tag', '<p>{{name</p>\n{{other}}', ['1:4 unclosed_expression']],
    ['an expression left open at the end', 'a {{name', ['1:3 unclosed_expression']],
    ['a comment left open', 'a {{!-- x {{b}}', ['1:3 unclosed_expression']],
    ['a brace too many', 'p{color:{{c}}}', ['1:14 braces_mismatch']],
    ['a brace too few', 'a {{{b}} c', ['1:3 braces_mismatch']],
    ['an empty expression', 'a\n {{}}', ['2:4 unexpected_text']],
    [
      'a parenthesis left open in a block, and nothing that follows from it',
      '{{#each a}}{{#if (eq b "c"}}{{#if d}}x{{else}}y{{/if}}{{else}}{{/if}}{{/each}}\n{{b c=}}',
      ['1:18 unclosed_parenthesis', '2:7 unexpected_text'],
    ],
    [
      'many mistakes',
      '{{> part}}\n{{upper name}}\n{{#if a}}\n{{b c=}}\n{{/each}}\n{{name\n{{{x}}\n{{#with d}}',
      [
        '1:1 partial_refused',
        '2:1 unknown_helper',
        '4:7 unexpected_text',
        '5:1 block_mismatch',
        '6:1 unclosed_expression',
        '7:1 braces_mismatch',
        '8:1 unclosed_block',
      ],
    ],
  ])('names %s', (_, data, expected) => {
    expect(faults(data)).toEqual(expected);
  });

  it('suggests what to write', () => {
    expect(messages('{{#if a}}\n{{/each}}')).toEqual([
      '{{/each}} cannot close {{#if a}} in line 1: write {{/if}}.',
    ]);
    expect(messages('.a{color:{{c}}}')).toEqual([
      'One } too many after {{c}}: in a style sheet, put a blank between, as in {{c}} }.',
    ]);
    expect(messages('{{#if a}}\n{{#each b}}\n{{/if}}\n{{/each}}')).toEqual([
      '{{/if}} comes before the end of {{#each b}} in line 2: write {{/each}} before it, and remove it in line 4.',
    ]);
    expect(messages('{{#if a}}{{#each b}}x{{else}}y{{/if}}{{#if c}}{{/each}}{{/if}}')).toEqual([
      '{{/if}} comes before the end of {{#each b}} in line 1: write {{/each}} before it, and remove it after it.',
    ]);
    expect(messages('<a href="{{#if a}}{{a}}{{/if}">{{#each b}x{{/each}}')).toEqual([
      'Two braces open this expression, so two have to close it: write {{/if}}.',
      'Two braces open this expression, so two have to close it: write {{#each b}}.',
    ]);
    expect(messages('{{ {{a.b}} }}{{#if {{a}} }}x{{/if}}')).toEqual([
      'An expression cannot contain another one: write {{a.b}}.',
      'An expression cannot contain another one: write {{#if a}}.',
    ]);
    expect(messages('{{{a}} b')).toEqual([
      'Three braces open this expression, so three have to close it: write {{{a}}}, or {{a}} to escape the value.',
    ]);
    expect(messages('{{this..name}}')).toEqual([
      'Nothing can follow `this` but the name of a member: write {{this.name}}, or {{this}} alone.',
    ]);
    expect(messages('{{#each items}}')).toEqual([
      '{{#each items}} is never closed: write {{/each}} where it ends.',
    ]);
  });

  it.each([
    ['{{items[0].name}}', 'Write items.[0].name, with a dot before the [.'],
    ["{{user['first']}}", 'Write user.[first], with a dot before the [.'],
    ['{{ $user->name }}', 'Write {{user.name}}.'],
    ['{{ .Props.Title }}', 'Write {{Props.Title}}, without the dot before it.'],
    ['{{var:name:"you"}}', 'Write {{name}}, or {{default name "otherwise"}}.'],
    ['{{name()}}', 'Variables are not called: write {{name}} without parentheses.'],
    ['{{name??"you"}}', 'For when there is no value, write {{default name "otherwise"}}.'],
    ['{{a * b}}', 'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.'],
    ['{{a+b}}', 'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.'],
    [
      '{{add a b}}',
      'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.',
    ],
    ['{{insert name "default=you"}}', 'Write {{default value "otherwise"}}.'],
    ['{{a ? b : c}}', 'To choose between two texts, write {{#if a}}…{{else}}…{{/if}}.'],
    ['{{a.b or c}}', 'For when there is no value, write {{default a.b c}}.'],
    [
      '{{#if `a == b`}}x{{/if}}',
      'To compare, write {{#if (eq a b)}}, or ne, gt, gte, lt or lte in place of eq.',
    ],
    [
      '{{t "hello"}}',
      'To write in the language of the email, write {{#if (eq language "sv")}}…{{else}}…{{/if}}.',
    ],
    [
      '{{uppercase name}}',
      'Change the case of letters by CSS: text-transform: uppercase, lowercase or capitalize.',
    ],
  ])('suggests a replacement for %s', (data, expected) => {
    expect(messages(data).join(' ')).toContain(expected);
  });

  it.each([
    ['an else without a block', '{{else}}', 'This else is not in a block: write {{#if …}} before it.'],
    ['an empty expression', '{{ }}', 'This expression is empty: write the name of a variable in it.'],
    [
      'a filter',
      '{{name | upper}}',
      '"|" is not expected here. There are no filters: write the name of the variable alone, or a helper before it, as in {{formatDate date}}.',
    ],
    [
      'a comparison',
      '{{#if a == b}}x{{/if}}',
      '"==" is not expected here. To compare values, write {{#if (eq a b)}}.',
    ],
    [
      'a comparison of what differs',
      '{{#if a != b}}x{{/if}}',
      '"!=" is not expected here. To ask whether values differ, write {{#if (ne a b)}}.',
    ],
    [
      'an operator',
      '{{#if a && b}}x{{/if}}',
      '"&&" is not expected here. To ask whether both are there, write {{#if (and a b)}}.',
    ],
    [
      'a comparison with one equals sign',
      '{{#if a="b"}}x{{/if}}',
      'if takes exactly 1 parameter. To compare, write the two values without =, as in {{#if (eq language "sv")}}.',
    ],
    [
      'eq with an equals sign',
      '{{#if (eq a="b")}}x{{/if}}',
      'eq takes exactly 2 parameters. To compare, write the two values without =, as in (eq language "sv").',
    ],
    [
      'eq without parentheses',
      '{{#if eq a "b"}}x{{/if}}',
      'if takes exactly 1 parameter. Put eq and what it takes in parentheses: {{#if (eq …)}}.',
    ],
    [
      'a style without its name',
      '{{formatDate document.createdAt "long"}}',
      'formatDate takes exactly 1 parameter. Give the rest by name: dateStyle=…, timeStyle=…, timeZone=….',
    ],
    [
      'eq as a block',
      '{{#eq a "b"}}x{{/eq}}',
      'eq does not open a block, it gives a value: write {{#if (eq …)}}…{{/if}}.',
    ],
    [
      'eq with a named value',
      '{{#if (eq a b strict=true)}}x{{/if}}',
      'eq takes no named values: remove what is given with =.',
    ],
    [
      'eq by another name',
      '{{#if (equals a "b")}}x{{/if}}',
      'There is no helper equals. To compare, write {{#if (eq language "sv")}}…{{/if}}.',
    ],
    [
      'an operator',
      '{{#if a > b}}x{{/if}}',
      '">" is not expected here. To compare numbers, write {{#if (gt a b)}}.',
    ],
    ['a helper of others', '{{moment a}}', 'There is no helper moment. Write {{formatDate date}}.'],
    ['a misspelt helper', '{{formatDat a}}', 'There is no helper formatDat. Did you mean formatDate?'],
    [
      'a misspelt time zone',
      '{{formatDate a timeZone="Europe/Stokholm"}}',
      '"Europe/Stokholm" is not a time zone. Did you mean "Europe/Stockholm"?',
    ],
    [
      'an option of no helper',
      '{{formatDate a timezone="UTC"}}',
      'formatDate does not take timezone=. Did you mean timeZone?',
    ],
    [
      'an amount without a currency',
      '{{formatCurrency a}}',
      'formatCurrency needs a currency after its first parameter.',
    ],
    [
      'a parenthesis left open',
      '{{#if (eq language "s)v"}}x{{/if}}',
      'This ( is never closed: write ) where it ends.',
    ],
    [
      'a parenthesis left open in an else',
      '{{#if a}}x{{else if (eq language "sv" ~}}y{{/if}}',
      'This ( is never closed: write ) where it ends.',
    ],
    [
      'a parenthesis too many',
      '{{#if (eq language "sv"))}}x{{/if}}',
      '")" is not expected here. No ( is open that it could close.',
    ],
    ['a misspelt helper', '{{#iff a}}{{/iff}}', 'There is no helper iff. Did you mean if?'],
    [
      'an open quote',
      '{{lookup a "b}}\n<p>',
      'This expression is never closed: write }} where it ends, and close the quotes in it.',
    ],
    [
      'quotes of what follows',
      '{{name\n<p id="a">{{other}}',
      'This expression is never closed: write }} where it ends.',
    ],
    [
      'a brace that is missing at the end',
      '{{name}\n<p id="a">{{other}}',
      'Two braces open this expression, so two have to close it: write {{name}}.',
    ],
    [
      'four braces',
      '{{{{name}}}} {{other}}',
      'Four braces begin text that is not read, up to {{{{/name}}}}: write {{name}} with two.',
    ],
    [
      'four braces closed by two',
      '{{{{name}} {{other}}',
      'Four braces begin text that is not read, and nothing ends it: write two, as in {{client.name}}.',
    ],
    [
      'nothing but braces',
      '{{'.repeat(50_000),
      'Four braces begin text that is not read, and nothing ends it: write two, as in {{client.name}}.',
    ],
    [
      'a default by an operator',
      '{{a.b || "you"}}',
      '"||" is not expected here. For when there is no value, write {{default a.b "you"}}.',
    ],
    [
      'a negation',
      '{{#if !a.b}}x{{/if}}',
      '"!" is not expected here. To ask whether there is no value, write {{#if (not a.b)}}.',
    ],
    [
      'a helper that is called',
      '{{formatDate(document.createdAt, timeZone="UTC")}}',
      '"formatDate(document.createdAt," is not expected here. Helpers take their values without parentheses: write {{formatDate document.createdAt timeZone="UTC"}}.',
    ],
    [
      'a method',
      '{{company.name.toUpperCase()}}',
      '"toUpperCase()" is not expected here. Change the case of letters by CSS: text-transform: uppercase, lowercase or capitalize.',
    ],
    [
      'a blank before a block',
      '{{ #if a }}',
      '"#if" is not expected here. Write {{#if without a blank before the #.',
    ],
    [
      'a second else',
      '{{#if a}}x{{else}}y{{else}}z{{/if}}',
      '{{#if a}} has an {{else}} already: remove this one, or give the first a condition, as in {{else if …}}.',
    ],
    [
      'an else if after the else',
      '{{#if a}}x{{else}}y{{else if b}}z{{/if}}',
      '{{else if b}} comes after the {{else}} of {{#if a}}: move it before the {{else}}.',
    ],
    ['an end of another language', '{{#if a}}x{{end}}', 'Write {{/if}} in place of {{end}}.'],
    ['an end in one word', '{{#each a}}x{{endfor}}', 'Write {{/each}} in place of {{endfor}}.'],
    [
      'a loop without bars',
      '{{#each a.b as c}}x{{/each}}',
      'each takes exactly 1 parameter. Write {{#each a.b as |c|}}…{{/each}}.',
    ],
    [
      'a condition without a value',
      '{{#if}}x{{/if}}',
      'if takes exactly 1 parameter. Name it, as in {{#if client.name}}.',
    ],
    ['two conditions', '{{#if a and b}}x{{/if}}', 'if takes exactly 1 parameter. Write {{#if (and a b)}}.'],
    [
      'a word for a comparison',
      '{{#unless a is b}}x{{/unless}}',
      'unless takes exactly 1 parameter. Write {{#unless (eq a b)}}.',
    ],
    [
      'a difference',
      '{{a.b - c}}',
      'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.',
    ],
    [
      'text with a condition behind it',
      '{{"x" if a.b else "y"}}',
      'To choose between two texts, write {{#if a.b}}…{{else}}…{{/if}}.',
    ],
    [
      'words behind a variable',
      '{{client.name here}}',
      'client.name is a variable, so nothing can follow it: write {{client.name}}.',
    ],
    [
      'quotes that an editor has escaped',
      '{{#if (eq language &quot;sv&quot;)}}x{{/if}}',
      'Handlebars does not read &quot;, which an editor writes for a character: write {{#if (eq language "sv")}}.',
    ],
  ])('suggests a fix for %s', (_, data, message) => {
    expect(messages(data)).toEqual([message]);
  });

  it('does not report the else of a block that is never closed', () => {
    expect(faults('{{#if a}}x{{else}}y')).toEqual(['1:1 unclosed_block']);
    expect(faults('{{#each a}}{{else if b}}{{/if}}')).toEqual(['1:25 block_mismatch']);
  });

  it('takes the words after a name with dots for a part of it, not for variables', () => {
    expect(binder.variables('{{client.first name}}').map(({ path }) => path.toString())).toEqual([
      'client.first',
    ]);
  });

  it('finds the variables in the rest of the template', () => {
    const used = binder.variables('{{a}}{{#if b}}{{c d=}}{{e}}');
    expect(used.map(({ path }) => path.toString())).toEqual(['a', 'e']);
  });

  it('ends for any text, and reports faults exactly if Handlebars refuses the text', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{',
      '}',
      '{{#if a}}',
      '{{/if}}',
      '{{else}}',
      '{{a}}',
      '{{/each}}',
      '{{{',
      '{{!--',
      '--}}',
      '"',
      '<p>',
      '\n',
      'x',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const data = pieces.join('');
        const found = binder.check(data);
        for (const { offset } of found) expect(offset).toBeLessThanOrEqual(data.length);
        for (const variant of binder.branchVariants(data)) expect(variant).toHaveLength(data.length);
        if (found.length === 0) expect(binder.branchVariants(data)).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
