import { type Language, languages } from '../../rendering/domain/email-request.js';

/** How many characters of the sender's name a link contains. */
const MAX_NAME = 60;
/** A link with a longer logo address omits the logo: header lines have at most 998 characters (RFC 5322, 2.1.1). */
const MAX_BYTES_WITH_LOGO = 480;

/** The contents of an unsubscribe link: the recipient, the company, and what the page shows. */
export interface UnsubscribeLink {
  readonly partnerId: number;
  readonly companyId: number;
  readonly language: Language;
  readonly recipient: string;
  /** The sender's name; empty if there is none. */
  readonly senderName: string;
  /** The `https` address of the sender's logo; null if there is none. */
  readonly logoUrl: string | null;
}

/** Writes a link as the text of a token. Omits a logo whose address is too long. */
export function writeUnsubscribeLink(link: UnsubscribeLink): string {
  const { partnerId, companyId, language, recipient, senderName, logoUrl } = link;
  const parts = [partnerId, companyId, language, recipient, senderName.slice(0, MAX_NAME)];
  const withLogo = JSON.stringify([...parts, logoUrl]);
  const isShort = logoUrl !== null && Buffer.byteLength(withLogo) <= MAX_BYTES_WITH_LOGO;
  return isShort ? withLogo : JSON.stringify(parts);
}

/** Reads the text of an authentic token. @throws Error if `writeUnsubscribeLink` did not write it */
export function readUnsubscribeLink(text: string): UnsubscribeLink {
  const content: unknown = JSON.parse(text);
  const [partnerId, companyId, written, recipient, senderName, logoUrl = null]: unknown[] = Array.isArray(
    content,
  )
    ? content
    : [];
  const language = languages.find((one) => one === written);
  if (
    typeof partnerId !== 'number' ||
    typeof companyId !== 'number' ||
    language === undefined ||
    typeof recipient !== 'string' ||
    typeof senderName !== 'string' ||
    (logoUrl !== null && typeof logoUrl !== 'string')
  ) {
    throw new Error('The token has another form.');
  }
  return { partnerId, companyId, language, recipient, senderName, logoUrl };
}
