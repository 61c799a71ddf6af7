import type { SourceSegment } from './source-map.js';
import type { SourceLocation } from './text-lines.js';

/** A text that templates of its type include by name. */
export interface Snippet {
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

/** How deep snippets may be nested. */
export const MAX_SNIPPET_DEPTH = 5;
/** How many inclusions a template may have, including those within snippets. */
export const MAX_INCLUSIONS = 1_000;

/** The reason why a snippet cannot be included, with the place in the including text. */
export interface SnippetFault extends SourceLocation {
  readonly code: string;
  readonly message: string;
  /** The snippet that the place is in; null for the text that was expanded. */
  readonly snippet: string | null;
}

/** A template whose snippets have been replaced by their texts. */
export interface ExpandedTemplate {
  readonly data: string;
  readonly segments: readonly SourceSegment[];
  /** In the order of discovery. The faulty references are blank in `data`. */
  readonly faults: readonly SnippetFault[];
  /** The names of all included snippets, including those within snippets. */
  readonly used: readonly string[];
}

/** The text to expand. */
export interface ExpandableText {
  /** The name of the snippet; null for a template. */
  readonly name: string | null;
  readonly type: string;
  readonly data: string;
}
