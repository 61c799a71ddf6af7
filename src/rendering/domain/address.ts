/** What an address is for: to be followed by a person, or to be fetched by the mail program while it shows the mail. */
export type AddressUse = 'link' | 'image';

const SCHEMES: Readonly<Record<AddressUse, ReadonlySet<string>>> = {
  link: new Set(['http', 'https', 'mailto', 'tel']),
  image: new Set(['https', 'cid']),
};
/** A link that leads nowhere, and an image that is not there. */
const NEUTRAL: Readonly<Record<AddressUse, string>> = { link: '#', image: '' };
/** What browsers leave out when they read an address. */
const IGNORED = /[\p{Cc} ]/gu;
const UP_TO_SCHEME = /^([^:/?#]*)([:/?#]?)/;
const IMAGE_DATA = /^data:image\//i;

/**
 * An address of which data is a part, as it is written in HTML: itself, or one that does nothing where its scheme is
 * none of those that an email needs (links: http, https, mailto, tel; images: https, cid, data:image). Addresses
 * without a scheme stay.
 */
export function harmlessAddress(written: string, use: AddressUse): string {
  if (written.startsWith('https://')) return written;
  const read = written.replace(IGNORED, '');
  const [, scheme = '', end = ''] = UP_TO_SCHEME.exec(read) ?? [];
  // A character reference could stand for the colon.
  if (scheme.includes('&')) return NEUTRAL[use];
  if (end !== ':' || SCHEMES[use].has(scheme.toLowerCase())) return written;
  return use === 'image' && IMAGE_DATA.test(read) ? written : NEUTRAL[use];
}

/** Whether text that has been written decides which scheme the address has, so that what follows cannot any more. */
export function settlesScheme(written: string): boolean {
  return /[:/?#]/.test(written);
}
