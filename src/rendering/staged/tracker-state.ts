import { type EscapingContext, addressIn } from './escaping-context.js';
import type { MarkupRules } from './markup-rules.js';

/** The part of the markup that is being read; see html-context-tracker.ts. */
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

/** Everything that decides how the markup from here on is read. */
export interface TrackerState {
  readonly mode: Mode;
  /** The MJML ending tag around this point; '' outside of one, and in HTML. */
  readonly endingTag: string;
  readonly tag: string;
  readonly isEndTag: boolean;
  readonly attribute: string;
  readonly quote: string;
  /** The last thing read was an expression. */
  readonly isAfterValue: boolean;
  /** The last thing read was a slash in a tag. */
  readonly isAfterSlash: boolean;
  /** The scheme of the current address is known. */
  readonly isSettled: boolean;
  /** After `font-family:`, until the next quote. */
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
  // In HTML, the title and what conditional comments show to Outlook are text too, though without elements.
  const isPlainText =
    endingTags === null &&
    ((mode === 'raw' && tag === 'title') || (mode === 'comment' && tag === CONDITIONAL));
  return {
    kind: (isText || isPlainText) && !isInFonts ? text : 'structure',
    raw: isText ? 'elements' : 'plain',
    address: isUnquoted ? addressIn(attribute) : null,
  };
}

/** Whether the markup after both states is read alike, apart from what `merged` combines. */
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

/** The state after branches that continue alike: where their ends differ, the more careful choice. */
export function merged(first: TrackerState, ends: readonly TrackerState[]): TrackerState {
  return {
    ...first,
    isAfterValue: ends.some(({ isAfterValue }) => isAfterValue),
    isAfterSlash: ends.some(({ isAfterSlash }) => isAfterSlash),
    isSettled: ends.every(({ isSettled }) => isSettled),
    isInFonts: ends.some(({ isInFonts }) => isInFonts),
  };
}
