import type { Declaration } from './declaration.js';
import type { HtmlElement } from './html-document.js';
import type { InlinedStyle } from './inlined-style.js';

/** A change to a text: replaces the range between the offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits that inline a style into an element, and the attribute's new value. No edits if none are safe. */
export function styleAttributeEdits(
  markup: string,
  element: HtmlElement,
  { before, after }: InlinedStyle,
): { readonly value: string | undefined; readonly edits: readonly TextEdit[] } {
  const present = element.attributes.get('style');
  const unchanged = { value: present, edits: [] };
  const { startTag, styleAttribute } = element;
  if (startTag === null || (before.length === 0 && after.length === 0)) return unchanged;
  if (present === undefined || styleAttribute === null) {
    // The attribute comes from another tag, whose attributes browsers merge into this element.
    if (present !== undefined) return unchanged;
    const nameEnd = startTag.start + 1 + element.name.length;
    if (markup.slice(startTag.start + 1, nameEnd).toLowerCase() !== element.name) return unchanged;
    const value = textOf([...before, ...after]);
    return { value, edits: [{ start: nameEnd, end: nameEnd, text: ` style="${escaped(value, '"')}"` }] };
  }
  const written = markup.slice(styleAttribute.start, styleAttribute.end);
  const [, lead = '', quote = '', inner = ''] = /^([^=]*=\s*)?(["']?)([^]*)$/.exec(written) ?? [];
  const raw = quote === '' ? inner : inner.slice(0, -1);
  if (lead === '' || (quote === '' && raw.includes('"'))) return unchanged;
  const ownEnd = raw.trim() === '' || raw.trimEnd().endsWith(';') ? '' : ';';
  const first = before.length === 0 ? '' : `${textOf(before)} `;
  const last = after.length === 0 ? '' : `${ownEnd} ${textOf(after)}`;
  const start = styleAttribute.start + lead.length + quote.length;
  const value = first + present + last;
  const marks = quote === '' ? '"' : quote;
  const open = quote === '' ? '"' : '';
  return {
    value,
    edits: [
      { start, end: start, text: open + escaped(first, marks) },
      { start: start + raw.length, end: start + raw.length, text: escaped(last, marks) + open },
    ],
  };
}

function textOf(declarations: readonly Declaration[]): string {
  const quote = declarations.some(({ value }) => value.includes("'")) ? null : "'";
  return declarations
    .map(({ property, value }) => `${property}: ${quote === null ? value : value.replaceAll('"', quote)};`)
    .join(' ');
}

function escaped(text: string, quote: string): string {
  const safe = text.replaceAll('&', '&amp;');
  return quote === '"' ? safe.replaceAll('"', '&quot;') : safe.replaceAll("'", '&#39;');
}
