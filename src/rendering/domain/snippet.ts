import type { SourceSegment } from './source-map.js';
import type { SourceLocation } from './text-lines.js';

/** A text that templates of its type include by name. */
export interface Snippet {
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

/** How many snippets may be inside each other. */
export const MAX_SNIPPET_DEPTH = 5;
/** How often a template may include a snippet, those within snippets counted. */
export const MAX_INCLUSIONS = 1_000;

/** The reason why a snippet cannot be included; places are those of the text that includes it. */
export interface SnippetFault extends SourceLocation {
  readonly code: string;
  readonly message: string;
  /** The snippet that the place is in; null for the text that was expanded. */
  readonly snippet: string | null;
}

/** A template with the texts of its snippets in it. */
export interface ExpandedTemplate {
  readonly data: string;
  readonly segments: readonly SourceSegment[];
  /** In the order in which they were found. What they are about is blank in `data`. */
  readonly faults: readonly SnippetFault[];
  /** The names of all snippets in it, those within snippets among them. */
  readonly used: readonly string[];
}

/** The text to expand. */
export interface ExpandableText {
  /** Of the snippet, or null for a template. */
  readonly name: string | null;
  readonly type: string;
  readonly data: string;
}
