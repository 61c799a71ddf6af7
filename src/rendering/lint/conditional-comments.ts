import type { SourceFault } from '../domain/template-fault.js';
import type { ReadMarkup } from '../formats/shared/tags.js';

const CONDITION = /^<!--\s*\[if\b[^\]]*\]>/i;
/** A conditional comment that ends at once, so that its content is shown to all but Outlook. */
const REVEALED = /^<!--\s*\[if\b[^\]]*\]>\s*(?:<!\s*)?-/i;

/** Warns of conditional comments whose end Outlook does not recognise: it hides what follows, and others show it. */
export function conditionalCommentWarnings({ text, parts }: ReadMarkup): readonly SourceFault[] {
  return parts.flatMap(({ kind, start, end }) => {
    if (kind !== 'comment') return [];
    const comment = text.slice(start, end);
    if (!CONDITION.test(comment) || REVEALED.test(comment) || /<!\s*\[endif\]\s*-->$/i.test(comment))
      return [];
    const message =
      'Outlook does not see the end of this comment, and hides what follows: end it with <![endif]-->.';
    return [{ code: 'unclosed_conditional', message, offset: start }];
  });
}
