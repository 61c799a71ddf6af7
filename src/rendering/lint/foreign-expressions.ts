import type { SourceFault } from '../domain/template-fault.js';
import type { ReadMarkup } from '../formats/shared/tags.js';

/** Expressions of other template languages, and what to write instead. */
const LANGUAGES: readonly (readonly [expression: RegExp, language: string, instead: string])[] = [
  [/\{%-?[^{}%]{1,200}%\}/g, 'Liquid, Twig or Jinja', 'Write {{#if client.name}}…{{/if}} or another block.'],
  [/<%[^%]{1,200}%>/g, 'EJS or ERB', 'Write a variable such as {{client.name}}, or a block.'],
  [/\*\|[^|*\s][^|*\r\n]{0,100}\|\*/g, 'a merge tag', 'Write a variable such as {{clientFirstName}}.'],
  [/%%=?[\w[(][^%\r\n]{0,200}%%/g, 'AMPscript', 'Write a variable such as {{clientFirstName}}.'],
  [/\$\{\s*[a-z_][\w.]*\s*\}/gi, 'JavaScript', 'Write a variable such as {{clientFirstName}}.'],
  [/\[\[[A-Z][A-Z_]+\]\]/g, 'a merge tag', 'Write a variable such as {{unsubscribeUrl}}.'],
];
const MAX_SHOWN = 40;

/** Warns of expressions of other template languages, which recipients would see: once per language, at the first. */
export function foreignExpressionWarnings({ text, parts }: ReadMarkup): readonly SourceFault[] {
  const seen = withoutComments(text, parts);
  return LANGUAGES.flatMap(([expression, language, instead]) => {
    const [first, ...others] = seen.matchAll(expression);
    if (first === undefined) return [];
    const [written] = first;
    const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN - 1)}…` : written;
    const places = others.length === 0 ? '' : ` There are ${others.length + 1}; the first is here.`;
    const message = `Recipients would read ${shown}: it is ${language}, and sent as it is. ${instead}${places}`;
    return [{ code: 'foreign_expression', message, offset: first.index }];
  });
}

/** Blanks comments, which recipients do not see. Keeps the length. */
function withoutComments(text: string, parts: ReadMarkup['parts']): string {
  const pieces: string[] = [];
  let end = 0;
  for (const part of parts) {
    if (part.kind !== 'comment') continue;
    pieces.push(text.slice(end, part.start), ' '.repeat(part.end - part.start));
    end = part.end;
  }
  return [...pieces, text.slice(end)].join('');
}
