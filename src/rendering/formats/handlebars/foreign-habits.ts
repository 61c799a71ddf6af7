import type { SourceFault } from '../../domain/template-fault.js';
import { expressionsOf } from './expressions.js';

/** An else with a condition, as other template languages write it. */
const ELSE_IF = /^(?:else_?-?if|elsif|elif)$/i;
const OTHER_ELSE = /^(?:ELSE|Else)$/;
const OTHER_END = /^end_?(if|unless|each|with|for|foreach)$/i;
const LOOP = /^for_?-?(?:each)?$|^loop$/i;
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘’‚‛]/;
/** Text in straight quotes may hold any characters. */
const QUOTED = /"[^"]*"|'[^']*'/g;
const MAX_SHOWN = 40;

/**
 * What to write in place of an expression that other template languages have; null where it is not one. `words` are what
 * follows the name.
 */
export function handlebarsFor(name: string, words: readonly string[], isBlock: boolean): string | null {
  const rest = words.join(' ');
  if (ELSE_IF.test(name)) return `Write {{else if ${shown(rest || 'condition')}}} in place of {{${name}}}.`;
  if (OTHER_ELSE.test(name)) return `Write {{else}} in place of {{${name}}}.`;
  const [, block = ''] = OTHER_END.exec(name) ?? [];
  if (block !== '')
    return `Write {{/${LOOP.test(block) ? 'each' : block.toLowerCase()}}} in place of {{${name}}}.`;
  return isBlock && LOOP.test(name) ? `Write ${loopOver(words)} in place of {{#${name}}}.` : null;
}

/** A loop over the list that these words name: `item in items`, `items as item` or `items`. */
export function loopOver(words: readonly string[]): string {
  const [first = 'items', link, second] = words;
  if (link === 'in' && second !== undefined)
    return `{{#each ${shown(second)} as |${shown(first)}|}}…{{/each}}`;
  return `{{#each ${shown(first)}}}…{{/each}}`;
}

/** Whether a block that is never closed was meant as an else. */
export function isElse(name: string): boolean {
  return ELSE_IF.test(name) || /^else$/i.test(name);
}

/** Quotes of word processors, which Handlebars takes for letters: each with the expression that it is in. */
export function typographicQuotes(
  data: string,
): readonly { readonly fault: SourceFault; readonly start: number; readonly end: number }[] {
  const found: { readonly fault: SourceFault; readonly start: number; readonly end: number }[] = [];
  for (const { kind, start, end } of expressionsOf(data)) {
    if (kind === 'comment') continue;
    const written = data.slice(start, end);
    const at = written.replace(QUOTED, (text) => ' '.repeat(text.length)).search(TYPOGRAPHIC_QUOTE);
    if (at < 0) continue;
    const straight = written.replace(/[“”„‟«»]/g, '"').replace(/[‘’‚‛]/g, "'");
    const message = `Handlebars knows only straight quotes, " and ': write ${shown(straight)}.`;
    found.push({ fault: { code: 'typographic_quotes', message, offset: start + at }, start, end });
  }
  return found;
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
