import type { AddressUse } from '../domain/address.js';

/**
 * What an unescaped value may contain without changing how the following markup is read. `elements`: elements of plain
 * text. `quoted`: anything but quotes and angle brackets. `plain`: no markup. `anything`: anything but style sheets,
 * because the markup is sent unchanged.
 */
export type RawValue = 'elements' | 'quoted' | 'plain' | 'anything';

/**
 * What the compiler does with a value. `text`: outputs it unchanged between tags. `attribute`: outputs it unchanged in
 * an attribute. `colour`: outputs it unchanged if it is a plain colour. `structure`: the compiled markup may depend on
 * it. `sheet`: the same in a style sheet, where a selector in the value might also depend on attributes of elements.
 */
export type ContextKind = 'text' | 'attribute' | 'colour' | 'structure' | 'sheet';

/** The place of an expression in the markup, which determines how its value can affect the compiled markup. */
export interface EscapingContext {
  readonly kind: ContextKind;
  readonly raw: RawValue;
  /** The use of the address that contains the value; null if it is not in an address. */
  readonly address: AddressUse | null;
}

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

/** The use of an attribute's address; null if the attribute has none. */
export function addressIn(attribute: string): AddressUse | null {
  if (LINKS.has(attribute)) return 'link';
  return IMAGES.has(attribute) ? 'image' : null;
}
