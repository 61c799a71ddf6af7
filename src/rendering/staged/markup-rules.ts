import type { ContextKind } from './escaping-context.js';

/** How a template type reads markup, for one template. */
export interface MarkupRules {
  /** The elements whose content is sent unchanged (MJML calls them ending tags); null where all content is. */
  readonly endingTags: ReadonlySet<string> | null;
  /** Whether a whole block inside text may become one slot. */
  readonly takesBlocks: boolean;
  /** The compiler changes nothing around an expression: the markup is sent unchanged. */
  readonly isVerbatim: boolean;
  /** Compiling runs blanks together within conditional comments for Outlook. */
  readonly narrows: boolean;
  /** The way in which the compiler treats values in text. */
  readonly text: ContextKind;
  /** The way in which it treats values in the quotes of this attribute. */
  attribute(tag: string, name: string, isInContent: boolean): ContextKind;
}

/** Every value is part of the structure: correct for any markup, and slower than a type's own rules. */
export const STRUCTURE_ONLY: MarkupRules = {
  endingTags: null,
  takesBlocks: false,
  isVerbatim: false,
  narrows: false,
  text: 'structure',
  attribute: () => 'structure',
};
