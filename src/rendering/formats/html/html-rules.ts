import type { MarkupRules, PlaceKind } from '../../staged/place.js';

const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'alt', 'title', 'target', 'rel']);
/** Selectors that depend on what elements hold or on their attributes. */
const DEPENDS_ON_TEXT = /contains|\\/i;
const DEPENDS_ON_ATTRIBUTES = /\[/;

/** Where in this HTML template a value is sent as it is: everywhere, unless there are styles to put into elements. */
export function htmlRules(data: string): MarkupRules {
  const isVerbatim = !hasStyles(data);
  const text = !isVerbatim && DEPENDS_ON_TEXT.test(data) ? 'structure' : 'text';
  const hasFreeAttributes = text === 'text' && !DEPENDS_ON_ATTRIBUTES.test(data);
  return {
    holders: null,
    takesBlocks: isVerbatim,
    isVerbatim,
    narrows: false,
    text,
    attribute: (_tag, name): PlaceKind =>
      isVerbatim || (hasFreeAttributes && PLAIN_ATTRIBUTES.has(name)) ? 'attribute' : 'structure',
  };
}

/** Whether there is CSS to put into the elements. */
export function hasStyles(markup: string): boolean {
  return /<style/i.test(markup);
}
