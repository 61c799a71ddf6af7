import { type Atrule, generate, walk } from 'css-tree';
import type { SourceFault } from '../domain/template-fault.js';
import type { ReadMarkup } from '../formats/shared/tags.js';
import { isDecoration, missingSupport } from './mail-clients.js';
import { parseStyle, type StyleText, stylesIn } from './styles.js';

/** Reported by other rules. */
const REFUSED = new Set(['script', 'form', 'iframe', 'object', 'embed']);

/** Values with which an element is laid out as it is without the property. */
const NO_EFFECT = new Set([
  'auto',
  'inherit',
  'initial',
  'none',
  'normal',
  'relative',
  'static',
  'unset',
  'visible',
]);
/** Style sheets of these bring fonts alone. */
const FONTS = /fonts?[./-]|typekit/i;

/** Features of a template that mail clients do not support, each once, at the first place where it is used. */
export function mailClientWarnings(shown: ReadMarkup): readonly SourceFault[] {
  const found = new Map<string, { readonly offset: number; count: number }>();
  const see = (part: string, offset: number) => {
    const seen = found.get(part);
    if (seen === undefined) found.set(part, { offset, count: 1 });
    else seen.count += 1;
  };
  for (const part of shown.parts) {
    if (part.kind !== 'open' || REFUSED.has(part.name)) continue;
    if (part.name !== 'link' || !FONTS.test(part.attributes.get('href') ?? ''))
      see(`<${part.name}>`, part.start);
  }
  for (const style of stylesIn(shown)) readCss(style, see);
  return [...found].flatMap(([part, { offset, count }]) => {
    const missing = missingSupport(part);
    if (missing === null) return [];
    const places = count === 1 ? '' : ` It is in ${count} places; the first is here.`;
    const message = `${part} does not work in ${listed(missing.clients)}: see that the email is readable without it (${missing.url}).${places}`;
    return [{ code: 'unsupported_by_mail_clients', message, offset }];
  });
}

/** Everything in a style sheet, or in a style attribute, that a mail client may not know. */
function readCss(style: StyleText, see: (part: string, offset: number) => void): void {
  walk(parseStyle(style).tree, (node) => {
    const offset = style.start + (node.loc?.start.offset ?? 0);
    if (node.type === 'Atrule' && !bringsFonts(node)) see(`@${node.name.toLowerCase()}`, offset);
    if (node.type === 'PseudoClassSelector') see(`:${node.name.toLowerCase()}`, offset);
    if (node.type === 'PseudoElementSelector') see(`::${node.name.toLowerCase()}`, offset);
    if (node.type !== 'Declaration') return;
    const property = node.property.toLowerCase();
    const value = generate(node.value).trim().toLowerCase();
    const word = value.replace(/\s*!important$/, '');
    if (!NO_EFFECT.has(word)) see(property, offset);
    see(`${property}:${word}`, offset);
    // Decoration may use any feature.
    if (isDecoration(property)) return;
    for (const [, name = ''] of value.matchAll(/\b([a-z-]+)\(/g)) see(`${name}()`, offset);
  });
}

function bringsFonts({ name, prelude }: Atrule): boolean {
  return name.toLowerCase() === 'import' && prelude !== null && FONTS.test(generate(prelude));
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
