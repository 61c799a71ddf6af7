import type { ContextKind } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import { HOLDS_HTML } from './elements.js';

/** Elements with HTML content that is not sent. */
const SEND_NOTHING: ReadonlySet<string> = new Set(['mj-breakpoint', 'mj-carousel-image']);
/** MJML's ending tags: it sends their content unchanged. */
const ENDING_TAGS: ReadonlySet<string> = new Set([...HOLDS_HTML].filter((name) => !SEND_NOTHING.has(name)));
/** Elements whose attributes change other elements. */
const DECIDING: ReadonlySet<string> = new Set([
  'mjml',
  'mj-all',
  'mj-class',
  'mj-font',
  'mj-include',
  'mj-selector',
  'mj-html-attribute',
  'mj-html-attributes',
  'mj-breakpoint',
]);
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'alt', 'title', 'target', 'rel']);
const COLOURS: ReadonlySet<string> = new Set([
  'color',
  'background-color',
  'container-background-color',
  'inner-background-color',
  'border-color',
]);
/** Features for which MJML edits the finished HTML once more. */
const LATE_WORK = /\binline\s*=|mj-html-attributes/i;
/** The style sheets and the selectors that it edits the HTML by. */
const SELECTORS = /<mj-style[^]*?(?:<\/mj-style|$)|<mj-selector[^>]*/gi;
/** With them, it may depend on the attributes of elements. */
const DEPENDS_ON_ATTRIBUTES = /\[|\{\{|\\/;
/** With them, styles can depend on the text of elements. */
const DEPENDS_ON_TEXT = /contains|\\/i;

/** The places of this template whose values MJML sends unchanged. All other values are part of the structure. */
export function mjmlRules(data: string): MarkupRules {
  const hasLateWork = LATE_WORK.test(data);
  const readsAttributes = (data.match(SELECTORS) ?? []).some((part) => DEPENDS_ON_ATTRIBUTES.test(part));
  return {
    endingTags: ENDING_TAGS,
    takesBlocks: !hasLateWork,
    isVerbatim: false,
    narrows: true,
    text: hasLateWork && DEPENDS_ON_TEXT.test(data) ? 'structure' : 'text',
    attribute: (tag, name, isInContent): ContextKind => {
      if (hasLateWork) {
        const isFree = !readsAttributes && !DECIDING.has(tag) && PLAIN_ATTRIBUTES.has(name);
        return isFree ? 'attribute' : 'structure';
      }
      if (isInContent) return 'attribute';
      // The language of the page is printed as it is, although the tag decides about others.
      if (tag === 'mjml' && name === 'lang') return 'attribute';
      if (DECIDING.has(tag)) return 'structure';
      if (COLOURS.has(name)) return 'colour';
      return PLAIN_ATTRIBUTES.has(name) ? 'attribute' : 'structure';
    },
  };
}
