import type { SourceFault } from '../../domain/template-fault.js';
import { expressionsOf } from './expressions.js';

/** An else with a condition in other template languages. */
const ELSE_IF = /^(?:else_?-?if|elsif|elif)$/i;
const OTHER_ELSE = /^(?:ELSE|Else)$/;
const OTHER_END = /^end_?-?(if|unless|each|with|for|foreach)$/i;
/** The end of any block. */
const ANY_END = /^end(?:_?-?(?:if|unless|each|with|for|foreach))?$/i;
const LOOP = /^for_?-?(?:each)?$|^loop$/i;
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘’‚‛]/;
/** Text in straight quotes may contain any characters. */
const QUOTED = /"[^"]*"|'[^']*'/g;
/** A quick test that excludes nearly all expressions. */
const MAY_BE_CHANGED = /[“”„‟«»‘’‚‛&]/;
/** Character references that HTML editors write. */
const REFERENCE = /&(?:quot|apos|gt|lt|amp|nbsp|#34|#0?39);/;
const MAX_SHOWN = 40;
/** Names of helpers in other template languages, and what to write instead. */
const OTHER_HELPERS: readonly (readonly [names: RegExp, instead: string])[] = [
  [
    /^(?:is|equals?|isEqual|(?:if|is)_?eq(?:uals?)?)$/i,
    'To compare, write {{#if (eq language "sv")}}…{{/if}}.',
  ],
  [
    /^(?:isnt|neq|not_?(?:eq|equals?)|(?:if|unless|is)_?not_?eq(?:uals?)?|(?:if|unless)_?ne)$/i,
    'To ask whether values differ, write {{#if (ne language "sv")}}…{{/if}}.',
  ],
  [
    /^(?:compare|if_?cond|when)$/i,
    'To compare, write {{#if (eq a b)}}, or ne, gt, gte, lt or lte in place of eq.',
  ],
  [/^(?:greater|more)(?:_?than)?$|^if_?gte?$/i, 'Write {{#if (gt a b)}}…{{/if}}, or gte for at least.'],
  [/^(?:less|smaller)(?:_?than)?$|^if_?lte?$/i, 'Write {{#if (lt a b)}}…{{/if}}, or lte for at most.'],
  [/^if_?(and|or)$|^(?:all|any|some|every)$/i, 'Write {{#if (and a b)}}…{{/if}}, or (or a b).'],
  [/^(?:is_?not|if_?not|negate)$/i, 'Write {{#if (not a)}}…{{/if}}.'],
  [
    /^(?:default_?(?:to|value|_?if_?empty)|insert|coalesce|fallback|otherwise|if_?null)$/i,
    'Write {{default value "otherwise"}}.',
  ],
  [
    /^(?:date|moment|time|date_?(?:time)?_?format|format_?(?:date_?)?time|format_date|to_?date|intl_?date)$/i,
    'Write {{formatDate date}}.',
  ],
  [
    /^(?:number|to_?fixed|round|number_?format|format_number|to_?locale_?string)$/i,
    'Write {{formatNumber number decimals=2}}.',
  ],
  [
    /^(?:currency|money|price|currency_?format|format_?(?:money|price|amount)|format_currency|to_?currency)$/i,
    'Write {{formatCurrency amount "SEK"}}.',
  ],
  [
    /^(?:t|_{1,2}|trans(?:late)?|i18n|l10n|localize|gettext)$/i,
    'To write in the language of the email, write {{#if (eq language "sv")}}…{{else}}…{{/if}}.',
  ],
  [
    /^(?:to_?)?(?:(?:upper|lower|title)(?:_?case)?|capitali[sz]e(?:_?(?:all|first|words))?|uc_?first)$/i,
    'Change the case of letters by CSS: text-transform: uppercase, lowercase or capitalize.',
  ],
  [
    /^(?:math|inc(?:rement)?|dec(?:rement)?|add|plus|sum|subtract|minus|multiply|times|divide|mod)$/i,
    'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.',
  ],
];

/**
 * A suggestion for an expression in the syntax of another template language, or null. `words` follow the name.
 */
export function suggestionFor(name: string, words: readonly string[], isBlock: boolean): string | null {
  const rest = words.join(' ');
  if (ELSE_IF.test(name)) return `Write {{else if ${shown(rest || 'condition')}}} in place of {{${name}}}.`;
  if (OTHER_ELSE.test(name)) return `Write {{else}} in place of {{${name}}}.`;
  const [, block = ''] = OTHER_END.exec(name) ?? [];
  if (block !== '')
    return `Write {{/${LOOP.test(block) ? 'each' : block.toLowerCase()}}} in place of {{${name}}}.`;
  return isBlock && LOOP.test(name) ? `Write ${loopOver(words)} in place of {{#${name}}}.` : null;
}

/** A suggestion for a helper of another template language, or null. */
export function suggestedHelper(name: string): string | null {
  return OTHER_HELPERS.find(([names]) => names.test(name))?.[1] ?? null;
}

/**
 * A suggestion for `a ? b : c`, `b if a else c`, `a or b`, `a ?? b` and `a - b`, which Handlebars takes for a helper
 * call.
 */
export function suggestedChoice(
  name: string,
  [operator = '', otherwise = '"otherwise"']: readonly string[],
): string | null {
  if (operator === '?') return choiceOf(name);
  if (operator === 'if') return choiceOf(otherwise);
  if (operator === '-')
    return 'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.';
  if (operator !== 'or' && operator !== '??') return null;
  const value = /^"?[\w.]+"?$/.test(otherwise) ? otherwise : '"otherwise"';
  return `For when there is no value, write {{default ${shown(name)} ${shown(value)}}}.`;
}

function choiceOf(condition: string): string {
  return `To choose between two texts, write {{#if ${shown(condition)}}}…{{else}}…{{/if}}.`;
}

/** True if an expression with only this name was probably meant to end a block. */
export function isEnd(name: string): boolean {
  return ANY_END.test(name);
}

/** The Handlebars form of a loop written as `item in items`, `items as item` or `items`. */
export function loopOver(words: readonly string[]): string {
  const [first = 'items', link, second] = words;
  if (link === 'in' && second !== undefined)
    return `{{#each ${shown(second)} as |${shown(first)}|}}…{{/each}}`;
  if (link === 'as' && second !== undefined)
    return `{{#each ${shown(first)} as |${shown(second)}|}}…{{/each}}`;
  return `{{#each ${shown(first)}}}…{{/each}}`;
}

/** True if a block with this name that is never closed was probably meant as an else. */
export function isElse(name: string): boolean {
  return ELSE_IF.test(name) || /^else$/i.test(name);
}

/**
 * Finds characters that a text editor has changed in an expression: typographic quotes, which Handlebars takes for
 * letters, and character references, which it does not resolve. Each with its expression.
 */
export function changedByEditors(
  data: string,
): readonly { readonly fault: SourceFault; readonly start: number; readonly end: number }[] {
  const found: { readonly fault: SourceFault; readonly start: number; readonly end: number }[] = [];
  for (const { kind, start, end } of expressionsOf(data)) {
    if (kind === 'comment') continue;
    const written = data.slice(start, end);
    if (!MAY_BE_CHANGED.test(written)) continue;
    const unquoted = written.replace(QUOTED, (text) => ' '.repeat(text.length));
    const quote = unquoted.search(TYPOGRAPHIC_QUOTE);
    const reference = REFERENCE.exec(unquoted);
    const instead = shown(asTyped(written));
    if (quote >= 0) {
      const message = `Handlebars knows only straight quotes, " and ': write ${instead}.`;
      found.push({ fault: { code: 'typographic_quotes', message, offset: start + quote }, start, end });
    } else if (reference !== null) {
      const message = `Handlebars does not read ${reference[0]}, which an editor writes for a character: write ${instead}.`;
      const offset = start + reference.index;
      found.push({ fault: { code: 'character_reference', message, offset }, start, end });
    }
  }
  return found;
}

function asTyped(written: string): string {
  return written
    .replace(/[“”„‟«»]|&quot;|&#34;/g, '"')
    .replace(/[‘’‚‛]|&apos;|&#0?39;/g, "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
