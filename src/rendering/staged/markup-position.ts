import { addressIn, type MarkupRules, type Place } from './place.js';

/** Where in markup a reader is. */
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

/** All that decides how what follows is read. */
export interface Position {
  readonly mode: Mode;
  /** The ending tag around this place; '' outside of any, and where the rules name none. */
  readonly endingTag: string;
  readonly tag: string;
  readonly isEndTag: boolean;
  readonly attribute: string;
  readonly quote: string;
  /** An expression was the last thing read. */
  readonly isAfterValue: boolean;
  /** A slash was the last thing read, in a tag. */
  readonly isAfterSlash: boolean;
  /** The address that is being read has its scheme. */
  readonly isSettled: boolean;
  /** A list of fonts has begun and no quote has come since. */
  readonly isInFonts: boolean;
}

/** Where every template begins. */
export const START: Position = {
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

/** What an expression may do that is read there. */
export function placeAt(position: Position, rules: MarkupRules): Place {
  const { mode, tag, attribute, endingTag, isEndTag, isSettled, isInFonts } = position;
  const { endingTags, text } = rules;
  const isInContent = endingTags === null || endingTag !== '';
  if (mode === 'quoted' && !isEndTag) {
    const address = isSettled ? null : addressIn(attribute);
    const kind = isInFonts ? 'structure' : rules.attribute(tag, attribute, isInContent);
    return { kind, raw: 'quoted', address };
  }
  const isUnquoted = (mode === 'equals' || mode === 'unquoted') && !isEndTag;
  const isText = mode === 'text' && isInContent;
  return {
    kind: isText && !isInFonts ? text : 'structure',
    raw: isText ? 'elements' : 'plain',
    address: isUnquoted ? addressIn(attribute) : null,
  };
}

/** Whether what follows is read in the same way from both, but for what `joined` brings together. */
export function isReadOnAs(one: Position, other: Position): boolean {
  return (
    one.mode === other.mode &&
    one.endingTag === other.endingTag &&
    one.tag === other.tag &&
    one.isEndTag === other.isEndTag &&
    one.attribute === other.attribute &&
    one.quote === other.quote
  );
}

/** Where branches have led that are read on in the same way: where they differ, what calls for more care. */
export function joined(first: Position, ends: readonly Position[]): Position {
  return {
    ...first,
    isAfterValue: ends.some(({ isAfterValue }) => isAfterValue),
    isAfterSlash: ends.some(({ isAfterSlash }) => isAfterSlash),
    isSettled: ends.every(({ isSettled }) => isSettled),
    isInFonts: ends.some(({ isInFonts }) => isInFonts),
  };
}
