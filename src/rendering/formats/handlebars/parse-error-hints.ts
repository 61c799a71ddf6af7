import { suggestedHelper } from './foreign-syntax-suggestions.js';
import { helpers } from './helpers.js';

/** An expression with something unexpected, and its offset in the expression. */
export interface UnexpectedPlace {
  readonly written: string;
  readonly at: number;
}

/** How far to search for the beginning and the end of an expression. */
const MAX_DISTANCE = 200;

/** The expression around the offset where Handlebars stopped. */
export function expressionAround(data: string, offset: number): UnexpectedPlace {
  const from = Math.max(offset - MAX_DISTANCE, 0);
  const start = Math.max(data.slice(from, offset).lastIndexOf('{{'), 0);
  const [rest = ''] = /^[^]*?\}\}/.exec(data.slice(offset, offset + MAX_DISTANCE)) ?? [];
  return { written: data.slice(from + start, offset) + rest, at: offset - from - start };
}

/** Operators of other languages, and the helpers to use instead. */
const HELPERS: readonly (readonly [operator: RegExp, helper: string, purpose: string])[] = [
  [/^!==?$/, 'ne', 'To ask whether values differ'],
  [/^={1,3}$/, 'eq', 'To compare values'],
  [/^&&?$/, 'and', 'To ask whether both are there'],
  [/^\|\|$/, 'or', 'To ask whether one of them is there'],
  [/^>=$/, 'gte', 'To compare numbers'],
  [/^<=$/, 'lte', 'To compare numbers'],
  [/^>$/, 'gt', 'To compare numbers'],
  [/^<$/, 'lt', 'To compare numbers'],
];
/** A written value: a path, or text in quotes. */
const VALUE = String.raw`[\w.@/-]+|"[^"]*"|'[^']*'`;
const OPERATION = new RegExp(`(${VALUE})?\\s*(!==?|={1,3}|&&?|\\|\\||[<>]=?)\\s*(${VALUE})?`, 'g');
const NEGATION = new RegExp(`!\\s*(${VALUE})`);
const MAX_HINT = 160;

/** The unexpected operator and what to write instead; null if it is not an operator. */
export function operationAt({ written, at }: UnexpectedPlace): {
  readonly operator: string;
  readonly instead: string;
} | null {
  const [, opening = ''] = /^\{\{~?(#\s*\w+|\s*else\s+\w+)\s/.exec(written) ?? [];
  const block = opening.replace(/\s+/g, ' ').trim() || '#if';
  for (const found of written.matchAll(OPERATION)) {
    const [whole, left = 'a', operator = '', right = 'b'] = found;
    const start = found.index + whole.indexOf(operator, found[1]?.length ?? 0);
    if (at < start || at >= start + operator.length) continue;
    const [, helper, purpose] = HELPERS.find(([operators]) => operators.test(operator)) ?? [];
    if (helper === undefined) continue;
    if (helper === 'or' && opening === '') {
      return {
        operator,
        instead: limited(`For when there is no value, write {{default ${left} ${right}}}.`),
      };
    }
    return { operator, instead: limited(`${purpose}, write {{${block} (${helper} ${left} ${right})}}.`) };
  }
  const negated = NEGATION.exec(written.slice(at));
  if (negated?.index !== 0) return null;
  return {
    operator: '!',
    instead: limited(`To ask whether there is no value, write {{${block} (not ${negated[1]})}}.`),
  };
}

/** A path with an index or name in brackets, without the dot that Handlebars requires before them. */
const BRACKETS = /(?<=[\w\])])\[(?:'([^']*)'|"([^"]*)"|(\w+))\]/g;
const CALL = /([\w.]*?)\.?(\w+)\(([^()]*)\)/;

/** Patterns of other languages' syntax, and a hint for each. $1 is the part that Handlebars understands. */
const FOREIGN: readonly (readonly [written: RegExp, hint: string])[] = [
  [/^\$(\w+)->(\w+).*$/s, 'Write {{$1.$2}}.'],
  [/^\.([\w.]*\w).*$/s, 'Write {{$1}}, without the dot before it.'],
  [/^var:(\w+).*$/s, 'Write {{$1}}, or {{default $1 "otherwise"}}.'],
  [/^(\w[\w.]*)\?\?.*$/s, 'For when there is no value, write {{default $1 "otherwise"}}.'],
  [/^\?.*$/s, 'To choose between two texts, write {{#if value}}…{{else}}…{{/if}}.'],
  [/^`.*$/s, 'To compare, write {{#if (eq a b)}}, or ne, gt, gte, lt or lte in place of eq.'],
  [
    /^(?:[\w.]+)?[+*/].*$/s,
    'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.',
  ],
];

/** A hint for syntax of other template languages, or ''. */
export function hintFor(text: string, { written, at }: UnexpectedPlace): string {
  const dotted = text.replace(BRACKETS, (_, ...names) => `.[${names.find(Boolean)}]`);
  if (dotted !== text) return ` Write ${dotted}, with a dot before the [.`;
  if (text.startsWith('|')) {
    return ' There are no filters: write the name of the variable alone, or a helper before it, as in {{formatDate date}}.';
  }
  const [sign = ''] = /^[#/]/.exec(text) ?? [];
  if (sign !== '' && /^\{\{~?\s+$/.test(written.slice(0, at))) {
    return ` Write {{${limited(text)} without a blank before the ${sign}.`;
  }
  const call = CALL.exec(written);
  if (call !== null && text.includes('(')) return ` ${limited(withoutCall(call))}`;
  const way = FOREIGN.find(([foreign]) => foreign.test(text));
  if (way !== undefined) return ` ${limited(text.replace(...way))}`;
  return text.startsWith(')') ? ' No ( is open that it could close.' : '';
}

/** What to write in place of `helper(value)`, `variable()` or `variable.method()`. */
function withoutCall([, object = '', name = '', values = '']: RegExpExecArray): string {
  const given = values.replaceAll(/\s*,\s*/g, ' ').trim();
  if (object === '' && helpers.has(name)) {
    return `Helpers take their values without parentheses: write {{${name}${given === '' ? '' : ` ${given}`}}}.`;
  }
  if (object === '') return `Variables are not called: write {{${name}}} without parentheses.`;
  return suggestedHelper(name) ?? `Variables have no methods: write {{${object}}}.`;
}

function limited(hint: string): string {
  return hint.length > MAX_HINT ? `${hint.slice(0, MAX_HINT - 1)}…` : hint;
}
