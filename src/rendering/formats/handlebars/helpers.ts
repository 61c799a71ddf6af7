import type { Helper } from './helper.js';
import { valueHelpers } from './value-helpers.js';

const ONE = { least: 1, most: 1 } as const;

const ofHandlebars: readonly (readonly [name: string, helper: Helper])[] = [
  [
    'if',
    {
      isBlock: true,
      parameters: ONE,
      signature: '{{#if value}}…{{else}}…{{/if}}',
      meaning:
        'Shows the first part, or the second if the value is false, null, missing, 0, empty text or an empty list.',
      example: '{{#if client.name}}Hello {{client.name}}{{else}}Hello{{/if}}',
    },
  ],
  [
    'unless',
    {
      isBlock: true,
      parameters: ONE,
      signature: '{{#unless value}}…{{else}}…{{/unless}}',
      meaning: 'The same with its parts swapped.',
      example: '{{#unless document.paid}}Not paid yet{{/unless}}',
    },
  ],
  [
    'each',
    {
      isBlock: true,
      parameters: ONE,
      signature: '{{#each list as |item index|}}…{{else}}…{{/each}}',
      meaning:
        'Once for each element of a list, with `this` (or `item`) as the element. `@index`, `@first` and `@last` are its position.',
      example: '{{#each document.lines}}{{name}}{{#unless @last}}, {{/unless}}{{/each}}',
    },
  ],
  [
    'with',
    {
      isBlock: true,
      parameters: ONE,
      signature: '{{#with value as |name|}}…{{else}}…{{/with}}',
      meaning: 'Makes a value `this`. Shows the second part if it is missing.',
      example: '{{#with client}}{{name}}{{/with}}',
    },
  ],
  [
    'lookup',
    {
      isBlock: false,
      parameters: { least: 2, most: 2 },
      signature: '{{lookup object key}}',
      meaning: 'A member of an object or list whose name or index is itself a value.',
      example: '{{#with (lookup document.lines 0)}}{{name}}{{/with}}',
    },
  ],
];

/** All helpers: Handlebars' and ours. */
export const helpers: ReadonlyMap<string, Helper> = new Map([...ofHandlebars, ...valueHelpers]);
