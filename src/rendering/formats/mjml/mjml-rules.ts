import type { ContextKind } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import { HOLDS_HTML } from './elements.js';

/** Elements with HTML content that MJML does not output. */
const SEND_NOTHING: ReadonlySet<string> = new Set(['mj-breakpoint', 'mj-carousel-image']);
/** MJML's ending tags, whose content it outputs unchanged. */
const ENDING_TAGS: ReadonlySet<string> = new Set([...HOLDS_HTML].filter((name) => !SEND_NOTHING.has(name)));
/** Elements whose attributes affect other elements. */
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
/** Features for which MJML edits the finished HTML again. */
const LATE_WORK = /\binline\s*=|mj-html-attributes/i;
/** The style sheets and selectors that control these edits. */
const SELECTORS = /<mj-style[^]*?(?:<\/mj-style|$)|<mj-selector[^>]*/gi;
/** If present in them, the edits may depend on attributes of elements. */
const DEPENDS_ON_ATTRIBUTES = /\[|\{\{|\\/;
/** If present in them, the edits may depend on the text of elements. */
const DEPENDS_ON_TEXT = /contains|\\/i;

/** The rules of an MJML template: where MJML outputs values unchanged. All other values are part of the structure. */
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
      // MJML outputs the page's language unchanged, although other attributes of the tag matter.
      if (tag === 'mjml' && name === 'lang') return 'attribute';
      if (DECIDING.has(tag)) return 'structure';
      if (COLOURS.has(name)) return 'colour';
      return PLAIN_ATTRIBUTES.has(name) ? 'attribute' : 'structure';
    },
  };
}
