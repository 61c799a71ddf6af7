import { type Language, languages } from '../../rendering/domain/email-request.js';

/** Characters of the company's name that a link carries for its page. */
const MAX_NAME = 60;

/** The subject of a link to unsubscribe: a recipient, and the company whose emails end. */
export interface UnsubscribeLink {
  readonly partnerId: number;
  readonly companyId: number;
  readonly language: Language;
  readonly recipient: string;
  /** The name that the emails come from; empty if there is none. */
  readonly senderName: string;
}

/** As the text of a token. */
export function writeUnsubscribeLink(link: UnsubscribeLink): string {
  const { partnerId, companyId, language, recipient, senderName } = link;
  return JSON.stringify([partnerId, companyId, language, recipient, senderName.slice(0, MAX_NAME)]);
}

/** The link of an authentic token. @throws Error for a text of another form */
export function readUnsubscribeLink(text: string): UnsubscribeLink {
  const content: unknown = JSON.parse(text);
  const [partnerId, companyId, written, recipient, senderName]: unknown[] = Array.isArray(content)
    ? content
    : [];
  const language = languages.find((one) => one === written);
  if (
    typeof partnerId !== 'number' ||
    typeof companyId !== 'number' ||
    language === undefined ||
    typeof recipient !== 'string' ||
    typeof senderName !== 'string'
  ) {
    throw new Error('The token has another form.');
  }
  return { partnerId, companyId, language, recipient, senderName };
}
