import type { AddressUse } from '../domain/address.js';

/** Plain elements in content, no quotes in quotes, no markup in tags; anything where nothing is made of it. */
export type RawValue = 'elements' | 'quoted' | 'plain' | 'anything';

/**
 * What a value may do at its place. `text`: it is sent as it is, between tags. `attribute`: it is sent as it is, inside
 * an attribute. `colour`: it is sent as it is when it is a plain colour. `structure`: what is made of the markup may
 * depend on it.
 */
export type PlaceKind = 'text' | 'attribute' | 'colour' | 'structure';

/** Where an expression stands. */
export interface Place {
  readonly kind: PlaceKind;
  /** What values that are not escaped may hold here without a change to what follows. */
  readonly raw: RawValue;
  /** Set where a value is an address or a part of one. */
  readonly address: AddressUse | null;
}

/** How a kind of markup is read, for one template. */
export interface MarkupRules {
  /** The elements whose content is sent unchanged (MJML calls them ending tags); null where all content is. */
  readonly endingTags: ReadonlySet<string> | null;
  /** Whether whole blocks may be taken for text where they stand in text. */
  readonly takesBlocks: boolean;
  /** Nothing is made of the markup: it is sent as it is wherever an expression stands. */
  readonly isVerbatim: boolean;
  /** Blanks within instructions to Outlook are run together when the markup is compiled. */
  readonly narrows: boolean;
  /** Whether text and attributes of elements inside content are sent as they are. */
  readonly text: PlaceKind;
  /** What a value in the quotes of this attribute may do. */
  attribute(tag: string, name: string, isInContent: boolean): PlaceKind;
}

/** Every value takes part in the structure: right for any markup, and slower than rules of its own. */
export const STRUCTURE_ONLY: MarkupRules = {
  endingTags: null,
  takesBlocks: false,
  isVerbatim: false,
  narrows: false,
  text: 'structure',
  attribute: () => 'structure',
};

const LINKS: ReadonlySet<string> = new Set(['href', 'base-url', 'action', 'formaction', 'xlink:href']);
const IMAGES: ReadonlySet<string> = new Set([
  'src',
  'srcset',
  'background',
  'background-url',
  'poster',
  'thumbnails-src',
  'icon-wrapped-url',
  'icon-unwrapped-url',
  'left-icon',
  'right-icon',
]);

/** What the addresses in an attribute are for; null when it holds none. */
export function addressIn(attribute: string): AddressUse | null {
  if (LINKS.has(attribute)) return 'link';
  return IMAGES.has(attribute) ? 'image' : null;
}
