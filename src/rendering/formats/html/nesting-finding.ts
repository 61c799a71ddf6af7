import type { SourceFault } from '../../domain/template-fault.js';

/** `unclosed`: a start tag without an end; `stray`: an end tag without a start; `nesting`: overlapping elements. */
export interface NestingFinding extends SourceFault {
  readonly kind: 'unclosed' | 'stray' | 'nesting';
  readonly name: string;
  /** The tag that the finding is about. */
  readonly start: number;
  readonly end: number;
  /** The other tags involved. */
  readonly others: readonly number[];
}

/** For a comment that hides the rest of the page. */
export function unclosedComment(offset: number): NestingFinding {
  const message = 'This comment is never closed, so all that follows is hidden: write --> where it ends.';
  const place = { offset, start: offset, end: offset, others: [] };
  return { kind: 'unclosed', name: '!--', code: 'unclosed_comment', message, ...place };
}
