import type { StagedSource } from '../../domain/template-source.js';
import type { ContextKind } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';

/** Attributes that only attribute selectors read. */
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'alt',
  'title',
  'target',
  'rel',
  'lang',
  'xml:lang',
  'dir',
  'width',
  'height',
  'align',
  'valign',
  'bgcolor',
  'background',
  'content',
]);
/** An attribute selector. With `]` instead of an operator, the value does not matter. */
const ATTRIBUTE_SELECTOR = /\[\s*(?:[\w-]*\|)?([a-z_][\w-]*)\s*(\]|[~|^$*]?=)/gi;

/** The rules of an HTML template. All values are sent unchanged, unless there are styles to inline. */
export function htmlRules({ data, inlineStyles }: StagedSource): MarkupRules {
  const isVerbatim = !inlineStyles || !hasStyles(data);
  const selected = isVerbatim ? new Set<string>() : selectedAttributes(data);
  return {
    endingTags: null,
    takesBlocks: isVerbatim,
    isVerbatim,
    narrows: false,
    text: 'text',
    attribute: (_tag, name): ContextKind => {
      if (isVerbatim) return 'attribute';
      const isFree = selected !== null && PLAIN_ATTRIBUTES.has(name) && !selected.has(name);
      return isFree ? 'attribute' : 'structure';
    },
  };
}

/**
 * The attributes whose values are compared by selectors, in lower case. Null if the template does not reveal them. A
 * printed value in a style sheet that contains a selector is judged at rendering (`sheet`).
 */
function selectedAttributes(data: string): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const sheet of sheetsIn(data)) {
    const rest = sheet.replace(ATTRIBUTE_SELECTOR, (_, name: string, operator: string) => {
      if (operator !== ']') names.add(name.toLowerCase());
      return '';
    });
    if (rest.includes('[')) return null;
  }
  return names;
}

/** The texts of style elements, or slightly more, even in conditional comments. */
function* sheetsIn(data: string): Generator<string> {
  const tags = /<style/gi;
  const ends = /<\/style/gi;
  while (tags.test(data)) {
    const start = tags.lastIndex;
    ends.lastIndex = start;
    const isClosed = ends.test(data);
    yield data.slice(start, isClosed ? ends.lastIndex : data.length);
    if (!isClosed) return;
    tags.lastIndex = ends.lastIndex;
  }
}

/** True if there may be styles to inline. */
export function hasStyles(markup: string): boolean {
  return /<style/i.test(markup);
}
