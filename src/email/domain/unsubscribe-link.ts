import { type Language, languages } from '../../rendering/domain/email-request.js';

/** Characters of the company's name that a link carries for its page. */
const MAX_NAME = 60;
/** Bytes of a link with a logo: the address is a line of a header, which has at most 998 characters (RFC 5322, 2.1.1). */
const MAX_BYTES_WITH_LOGO = 480;

/** The subject of a link to unsubscribe: a recipient, and the company whose emails end. */
export interface UnsubscribeLink {
  readonly partnerId: number;
  readonly companyId: number;
  readonly language: Language;
  readonly recipient: string;
  /** The name that the emails come from; empty if there is none. */
  readonly senderName: string;
  /** The `https` address of the sender's logo; null if there is none. */
  readonly logoUrl: string | null;
}

/** As the text of a token. A logo whose address is too long is left out. */
export function writeUnsubscribeLink(link: UnsubscribeLink): string {
  const { partnerId, companyId, language, recipient, senderName, logoUrl } = link;
  const parts = [partnerId, companyId, language, recipient, senderName.slice(0, MAX_NAME)];
  const withLogo = JSON.stringify([...parts, logoUrl]);
  const isShort = logoUrl !== null && Buffer.byteLength(withLogo) <= MAX_BYTES_WITH_LOGO;
  return isShort ? withLogo : JSON.stringify(parts);
}

/** The link of an authentic token. @throws Error for a text of another form */
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
