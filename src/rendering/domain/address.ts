/** How an address is used: `link` for people to follow, `image` for the mail program to load. */
export type AddressUse = 'link' | 'image';

const SCHEMES: Readonly<Record<AddressUse, ReadonlySet<string>>> = {
  link: new Set(['http', 'https', 'mailto', 'sms', 'tel', 'webcal', 'whatsapp']),
  image: new Set(['https', 'cid']),
};
/** Replacements for dangerous addresses: a link that leads nowhere, and no image. */
const NEUTRAL: Readonly<Record<AddressUse, string>> = { link: '#', image: '' };
/** Characters that browsers ignore in an address. */
const IGNORED = /[\p{Cc} ]/gu;
/** The named reference; numeric ones begin with `&#`. */
const COLON_REFERENCE = /&colon;/i;
const UP_TO_SCHEME = /^([^:/?#]*)([:/?#]?)/;
/** How much of an address a message shows. */
const MAX_SHOWN = 80;
const WITHOUT_SCHEME = /^\s*www\./i;
/** The beginning of a path: a letter, a digit, a dot, or a single slash. */
const PATH = /^(?:[\p{L}\p{N}._]|\/(?!\/))/u;
const IMAGE_DATA = /^data:image\//i;

/**
 * Returns an address that contains data, as written in HTML, unchanged if it is safe, or else a harmless one. Safe are
 * addresses without a scheme and the schemes that emails need: http, https, mailto, sms, tel, webcal and whatsapp for
 * links; https, cid and data:image for images.
 */
export function harmlessAddress(written: string, use: AddressUse): string {
  if (written.startsWith('https://')) return written;
  const read = written.replace(IGNORED, '');
  const [, scheme = '', end = ''] = UP_TO_SCHEME.exec(read) ?? [];
  // A character reference could be the colon. Other ampersands, as in `&page=2` behind a missing value, are harmless.
  const mayHideColon = (end === '#' && scheme.endsWith('&')) || COLON_REFERENCE.test(scheme);
  if (mayHideColon) return NEUTRAL[use];
  if (end !== ':' || SCHEMES[use].has(scheme.toLowerCase())) return written;
  return use === 'image' && IMAGE_DATA.test(read) ? written : NEUTRAL[use];
}

/** True if the text already determines the scheme of an address, so that what follows cannot change it. */
export function settlesScheme(written: string): boolean {
  return /[:/?#]/.test(written);
}

/**
 * True if an address is a path without a host, such as `images/logo.png`. False for one that begins with a value, a
 * fragment or an expression of another language.
 */
export function isRelative(written: string): boolean {
  const address = written.trim();
  return PATH.test(address) && !WITHOUT_SCHEME.test(address) && !/^[^/?#]*:/.test(address);
}

/** The fault of an address as it is sent; null if it works. */
export function addressFault(written: string): { readonly code: string; readonly message: string } | null {
  if (!WITHOUT_SCHEME.test(written)) return null;
  const address = shortened(written.trim());
  const message = `"${address}" has no scheme, so mail programs do not find it: write "https://${address}".`;
  return { code: 'scheme_missing', message };
}

/** The fault for an address that was removed from an email. */
export function removedAddress(
  written: string,
  use: AddressUse,
): { readonly code: string; readonly message: string } {
  const allowed = [...SCHEMES[use]].map((scheme) => `${scheme}:`).join(', ');
  const instead = use === 'link' ? '"#" is sent in its place' : 'no image is sent';
  const message = `"${shortened(written.trim())}" is not an address for an email, so ${instead}. Begin it with one of ${allowed}.`;
  return { code: 'address_removed', message };
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
