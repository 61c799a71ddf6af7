import type { ContextKind } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import { HOLDS_HTML } from './elements.js';

/** Of those that hold HTML, the elements of whose content nothing is sent. */
const SEND_NOTHING: ReadonlySet<string> = new Set(['mj-breakpoint', 'mj-carousel-image']);
/** MJML's ending tags: it sends their content unchanged. */
const ENDING_TAGS: ReadonlySet<string> = new Set([...HOLDS_HTML].filter((name) => !SEND_NOTHING.has(name)));
/** Elements whose attributes decide about others. */
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
/** What makes MJML look into the finished HTML once more. */
const LATE_WORK = /\binline\s*=|mj-html-attributes/i;
/** Then styles can depend on the text that elements hold. */
const DEPENDS_ON_TEXT = /contains|\\/i;

/** Where in this MJML template a value is sent as it is. Anything else takes part in what MJML makes of it. */
export function mjmlRules(data: string): MarkupRules {
  const hasLateWork = LATE_WORK.test(data);
  return {
    endingTags: ENDING_TAGS,
    takesBlocks: !hasLateWork,
    isVerbatim: false,
    narrows: true,
    text: hasLateWork && DEPENDS_ON_TEXT.test(data) ? 'structure' : 'text',
    attribute: (tag, name, isInContent): ContextKind => {
      if (hasLateWork) return 'structure';
      if (isInContent) return 'attribute';
      if (DECIDING.has(tag)) return 'structure';
      if (COLOURS.has(name)) return 'colour';
      return PLAIN_ATTRIBUTES.has(name) ? 'attribute' : 'structure';
    },
  };
}
