import type { StagedSource } from '../../domain/template-source.js';
import type { ContextKind } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';

const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'alt', 'title', 'target', 'rel']);
const ATTRIBUTE_SELECTOR = /\[/;
/** A style sheet that values are a part of, so that its selectors are not known. */
const BOUND_SHEET = /<style[^>]*>(?:(?!<\/style)[^])*?\{\{/i;

/** Where in this HTML template a value is sent as it is: everywhere, unless there are styles to put into elements. */
export function htmlRules({ data, inlineStyles }: StagedSource): MarkupRules {
  const isVerbatim = !inlineStyles || !hasStyles(data);
  const hasFreeAttributes = !ATTRIBUTE_SELECTOR.test(data) && !BOUND_SHEET.test(data);
  return {
    endingTags: null,
    takesBlocks: isVerbatim,
    isVerbatim,
    narrows: false,
    text: 'text',
    attribute: (_tag, name): ContextKind =>
      isVerbatim || (hasFreeAttributes && PLAIN_ATTRIBUTES.has(name)) ? 'attribute' : 'structure',
  };
}

/** Whether there is CSS to put into the elements. */
export function hasStyles(markup: string): boolean {
  return /<style/i.test(markup);
}
