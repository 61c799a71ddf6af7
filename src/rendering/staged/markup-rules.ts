import type { ContextKind } from './escaping-context.js';

/** How a template type treats values in one template's markup. */
export interface MarkupRules {
  /** Elements whose content is output unchanged (MJML's ending tags); null if all content is. */
  readonly endingTags: ReadonlySet<string> | null;
  /** True if a whole block in text may become one slot. */
  readonly takesBlocks: boolean;
  /** True if the compiler outputs the markup unchanged. */
  readonly isVerbatim: boolean;
  /** True if the compiler collapses blanks within conditional comments for Outlook. */
  readonly narrows: boolean;
  /** How the compiler treats values in text. */
  readonly text: ContextKind;
  /** How the compiler treats values in this attribute. */
  attribute(tag: string, name: string, isInContent: boolean): ContextKind;
}

/** Rules that make every value part of the structure: correct for any type, but slower than specific rules. */
export const STRUCTURE_ONLY: MarkupRules = {
  endingTags: null,
  takesBlocks: false,
  isVerbatim: false,
  narrows: false,
  text: 'structure',
  attribute: () => 'structure',
};
