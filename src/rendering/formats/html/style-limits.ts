import { FIXED_LIMITS } from '../../domain/render-limits.js';
import type { SourceFault } from '../../domain/template-fault.js';

/** Where a tag is never closed there is nothing behind it, and no reason to look again from the next one. */
const STYLE = /<style(?:[^>]*>([\s\S]*?)(?:<\/style|$)|[^>]*$)/gi;

/** Where styles go beyond what can be put into elements in reasonable time; null where they stay within. */
export function styleLimitFault(markup: string): SourceFault | null {
  let selectors = 0;
  for (const { index, 1: css = '' } of markup.matchAll(STYLE)) {
    for (const list of css.split('{').slice(0, -1)) {
      const start = Math.max(list.lastIndexOf('}'), list.lastIndexOf(';')) + 1;
      for (const selector of list.slice(start).split(',')) {
        selectors += 1;
        if (selector.trim().length > FIXED_LIMITS.selectorLength) {
          const message = `A selector may have at most ${FIXED_LIMITS.selectorLength} characters.`;
          return { code: 'selector_too_long', message, offset: index };
        }
      }
    }
    if (selectors > FIXED_LIMITS.styleSelectors) {
      const message = `There may be at most ${FIXED_LIMITS.styleSelectors} selectors in styles.`;
      return { code: 'too_many_selectors', message, offset: index };
    }
  }
  return null;
}
