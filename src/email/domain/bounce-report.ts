import type { HeaderFields } from './header-fields.js';

/** A receiver's report about an email that it could not deliver. */
export interface Bounce {
  /** The enhanced status code (RFC 3463), for example `5.1.1`. */
  readonly code: string;
  /** The receiver's words, on one line. */
  readonly answer: string;
  /** True if the address does not exist or accepts no emails, so nothing may be sent to it again. */
  readonly isHard: boolean;
}

const MAX_ANSWER = 1_000;
const CODE = /\b([245]\.\d{1,3}\.\d{1,3})\b/;
const REPLY_CODE = /\b([45])\d\d\b/;
/**
 * Permanent failures (RFC 3463) that are not about the recipient's address: the sender's address, a full mailbox, the
 * receiver's system, a message that is too large, a loop or an expired queue, the protocol, the content, and policies
 * against spam.
 */
const NOT_THE_ADDRESS = /^5\.(?:1\.[78]|2\.[23]|3\.[2-5]|4\.[3567]|5\.[1-9]|6\.\d+|7\.\d+)$/;
/** The same failures in the words of receivers that give no specific code. */
const NOT_THE_ADDRESS_IN_WORDS =
  /\b(?:spam|junk|virus|content|policy|reputation|blocked|(?:black|block|deny)[ -]?list(?:ed)?|rbl|dmarc|dkim|spf|full|quota|storage|too (?:large|big|many)|rate)\b/i;

/**
 * Finds the failure in a delivery status report (RFC 3464). Its first group of fields is about the message, each
 * further group about a recipient. Null if the report is about a delay or a successful delivery.
 */
export function bounceOf(groups: readonly HeaderFields[]): Bounce | null {
  const failed = groups.find((fields) => fields.get('action')?.toLowerCase().startsWith('failed') ?? false);
  if (failed === undefined) return null;
  const answer = wordsOf(failed.get('diagnostic-code') ?? '');
  const stated = CODE.exec(failed.get('status') ?? '')?.[1];
  return bounceWith(stated ?? null, answer);
}

/**
 * Finds the failure in a report of qmail and similar servers, which do not follow RFC 3464: paragraphs that begin with
 * an address in angle brackets and a colon. Null for any other text.
 */
export function bounceInWords(text: string): Bounce | null {
  if (!/^Hi\. This is the\b/m.test(text)) return null;
  const paragraph = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .find((part) => /^<[^<>\s]+>:/.test(part.trim()));
  if (paragraph === undefined) return null;
  return bounceWith(null, wordsOf(paragraph.slice(paragraph.indexOf('>:') + 2)));
}

/** Prefers the code in the receiver's own words to a general one from its relay (`5.0.0`). */
function bounceWith(stated: string | null, answer: string): Bounce {
  const code = (isGeneral(stated) ? codeIn(answer) : null) ?? stated ?? '4.0.0';
  const isAboutAddress = isGeneral(code)
    ? !NOT_THE_ADDRESS_IN_WORDS.test(answer)
    : !NOT_THE_ADDRESS.test(code);
  return { code, answer: answer === '' ? code : answer, isHard: code.startsWith('5.') && isAboutAddress };
}

function isGeneral(code: string | null): boolean {
  return code === null || code.endsWith('.0.0');
}

/** The enhanced code, or one derived from the SMTP reply code (RFC 5321). Null if there is neither. */
function codeIn(answer: string): string | null {
  const enhanced = CODE.exec(answer)?.[1];
  if (enhanced !== undefined) return enhanced;
  const reply = REPLY_CODE.exec(answer)?.[1];
  return reply === undefined ? null : `${reply}.0.0`;
}

/** Removes the type (`smtp;`), control characters and line breaks. */
function wordsOf(diagnostic: string): string {
  return diagnostic
    .replace(/^\s*[\w-]+\s*;\s*/, '')
    .slice(0, 4 * MAX_ANSWER)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER);
}
