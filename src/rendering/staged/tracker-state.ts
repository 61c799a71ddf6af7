import { type EscapingContext, addressIn } from './escaping-context.js';
import type { MarkupRules } from './markup-rules.js';

/** The kind of markup that is being read. See html-context-tracker.ts. */
export type Mode =
  | 'text'
  | 'opening'
  | 'name'
  | 'tag'
  | 'attribute'
  | 'equals'
  | 'quoted'
  | 'unquoted'
  | 'declaration'
  | 'comment'
  | 'raw';

/** The `tag` of a conditional comment for Outlook, `<!--[if …]>…`. */
export const CONDITIONAL = '!--[';

/** Everything that determines how the following markup is read. */
export interface TrackerState {
  readonly mode: Mode;
  /** The enclosing MJML ending tag; '' outside of one, and in HTML. */
  readonly endingTag: string;
  readonly tag: string;
  readonly isEndTag: boolean;
  readonly attribute: string;
  readonly quote: string;
  /** True directly after an expression. */
  readonly isAfterValue: boolean;
  /** True directly after a slash in a tag. */
  readonly isAfterSlash: boolean;
  /** True once the scheme of the current address is known. */
  readonly isSettled: boolean;
  /** True after `font-family:`, until the next quote. */
  readonly isInFonts: boolean;
}

/** The state at the start of a template. */
export const START: TrackerState = {
  mode: 'text',
  endingTag: '',
  tag: '',
  isEndTag: false,
  attribute: '',
  quote: '',
  isAfterValue: false,
  isAfterSlash: false,
  isSettled: false,
  isInFonts: false,
};

/** The context of an expression in this state. */
export function contextOf(state: TrackerState, rules: MarkupRules): EscapingContext {
  const { mode, tag, attribute, endingTag, isEndTag, isSettled, isInFonts } = state;
  const { endingTags, text } = rules;
  const isInContent = endingTags === null || endingTag !== '';
  if (mode === 'quoted' && !isEndTag) {
    const address = isSettled ? null : addressIn(attribute);
    const kind = isInFonts ? 'structure' : rules.attribute(tag, attribute, isInContent);
    return { kind, raw: 'quoted', address };
  }
  const isUnquoted = (mode === 'equals' || mode === 'unquoted') && !isEndTag;
  const isText = mode === 'text' && isInContent;
  if (mode === 'raw' && tag === 'style') return { kind: 'sheet', raw: 'plain', address: null };
  // In HTML, the title and the content of conditional comments for Outlook are text too, but without elements.
  const isPlainText =
    endingTags === null &&
    ((mode === 'raw' && tag === 'title') || (mode === 'comment' && tag === CONDITIONAL));
  return {
    kind: (isText || isPlainText) && !isInFonts ? text : 'structure',
    raw: isText ? 'elements' : 'plain',
    address: isUnquoted ? addressIn(attribute) : null,
  };
}

/** True if the markup after both states is read alike, apart from what `merged` combines. */
export function continuesLike(one: TrackerState, other: TrackerState): boolean {
  return (
    one.mode === other.mode &&
    one.endingTag === other.endingTag &&
    one.tag === other.tag &&
    one.isEndTag === other.isEndTag &&
    one.attribute === other.attribute &&
    one.quote === other.quote
  );
}

/** The state after branches that continue alike. Where they differ, the more conservative one. */
export function merged(first: TrackerState, ends: readonly TrackerState[]): TrackerState {
  return {
    ...first,
    isAfterValue: ends.some(({ isAfterValue }) => isAfterValue),
    isAfterSlash: ends.some(({ isAfterSlash }) => isAfterSlash),
    isSettled: ends.every(({ isSettled }) => isSettled),
    isInFonts: ends.some(({ isInFonts }) => isInFonts),
  };
}
