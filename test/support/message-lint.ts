import { isAscii, isUtf8 } from 'node:buffer';

/** Fields that a message has at most once (RFC 5322, 3.6; RFC 2045, 3; RFC 8058, 3). */
const ONCE = new Set(
  `date from sender reply-to to cc bcc message-id in-reply-to references subject mime-version content-type
  content-transfer-encoding content-disposition content-id auto-submitted feedback-id list-unsubscribe
  list-unsubscribe-post`.split(/\s+/),
);
const REQUIRED = [
  'date',
  'from',
  'to',
  'subject',
  'message-id',
  'mime-version',
  'auto-submitted',
  'feedback-id',
];
const FORMS: Readonly<Record<string, RegExp>> = {
  date: /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/,
  'message-id': /^<[\w.+-]+@[a-z0-9.-]+>$/,
  'mime-version': /^1\.0$/,
  'auto-submitted': /^auto-generated$/,
  'list-unsubscribe': /^<https?:\/\/[^\s<>]+>$/,
  'list-unsubscribe-post': /^List-Unsubscribe=One-Click$/,
};
const FIELD = /^[\x21-\x39\x3b-\x7e]+:(?: |$)/;
const ENCODED_WORD = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi;
/** RFC 5322, 2.1.1: lines must have at most 998 characters, and should have at most 78. */
const [MOST, BEST] = [998, 78];
/** RFC 2047, 2, and RFC 2045, 6.7 and 6.8. */
const [MAX_WORD, MAX_ENCODED_LINE] = [75, 76];
const IDENTITY = new Set(['7bit', '8bit', 'binary']);

/**
 * The faults of a message according to RFC 5322, 2045, 2046 and 2047 and to the rules for all emails of the service;
 * empty if it is well formed. It parses the bytes itself, so it does not share the mistakes of the libraries that write
 * them. An international message (RFC 6532) has UTF-8 in its header.
 */
export function messageFaults(raw: Buffer, { isInternational = false } = {}): string[] {
  const text = raw.toString('latin1');
  const faults: string[] = [];
  if (/\r(?!\n)|(?<!\r)\n/.test(text)) faults.push('a line break that is not CRLF');
  if (text.includes('\0')) faults.push('a NUL');
  if (!text.endsWith('\r\n')) faults.push('no CRLF at the end');
  if (text.split('\r\n').some(({ length }) => length > MOST)) faults.push(`a line above ${MOST}`);
  const fields = partFaults(text, '', faults);
  const head = raw.subarray(0, raw.indexOf('\r\n\r\n'));
  if (isInternational ? !isUtf8(head) : !isAscii(head))
    faults.push('characters of another encoding in the head');
  for (const name of REQUIRED) if (!fields.has(name)) faults.push(`no ${name}`);
  for (const [name, form] of Object.entries(FORMS)) {
    const value = fields.get(name);
    if (value !== undefined && !form.test(value)) faults.push(`${name}: ${value}`);
  }
  const domain = (name: string) => /@([^\s<>@]+?)>?$/.exec(fields.get(name) ?? '')?.[1]?.toLowerCase();
  if (domain('message-id') !== domain('from')) faults.push('a Message-ID of another domain than From');
  return faults;
}

/** Checks a part and its inner parts. Returns its unfolded fields, by name in lower case. */
function partFaults(part: string, place: string, faults: string[]): ReadonlyMap<string, string> {
  const end = part.startsWith('\r\n') ? 0 : part.indexOf('\r\n\r\n') + 2;
  const fields = headFaults(part.slice(0, end), place, faults);
  const body = part.slice(end + 2);
  const type = fields.get('content-type') ?? 'text/plain';
  const encoding = fields.get('content-transfer-encoding') ?? '7bit';
  const fault = (text: string) => faults.push(`${place || 'the message'}: ${text}`);
  if (/^(?:multipart|message)\//i.test(type) && !IDENTITY.has(encoding)) fault(`${type} in ${encoding}`);
  if (/^multipart\//i.test(type)) {
    const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
    if (boundary === '' || boundary.length > 70) fault(`the boundary ${boundary}`);
    const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
    if (!(parts.pop() ?? '').startsWith('--')) fault('no end of its parts');
    parts.forEach((inner, index) => partFaults(inner.slice(2), `${place}/${index + 1}`, faults));
  } else bodyFaults(body, encoding, fault);
  return fields;
}

function headFaults(head: string, place: string, faults: string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const fault = (text: string) => faults.push(`${place || 'the head'}: ${text}`);
  // oxlint-disable-next-line no-control-regex
  if (/[^\t\r\n\x20-\x7e\x80-\xff]/.test(head)) fault('control characters');
  for (const line of head.split('\r\n').slice(0, -1)) {
    const words = line.match(ENCODED_WORD) ?? [];
    // Only text without blanks may be longer, because it cannot be folded: an address, a signature.
    if (line.length > BEST && /\S\s+\S/.test(line.replace(/^[\w-]+: /, '')))
      fault(`a line above ${BEST}: ${line}`);
    if (words.length > 0 && line.length > MAX_ENCODED_LINE)
      fault(`a line above ${MAX_ENCODED_LINE}: ${line}`);
    if (line.trim() === '') fault('a line of blanks');
    if (/^[\t ]/.test(line)) continue;
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    if (!FIELD.test(line)) fault(`no field: ${line}`);
    if (fields.has(name) && ONCE.has(name)) fault(`${name} twice`);
    fields.set(name, '');
  }
  for (const [word, charset = '', encoding, content = ''] of head.matchAll(ENCODED_WORD)) {
    if (word.length > MAX_WORD) fault(`an encoded word above ${MAX_WORD}: ${word}`);
    if (!decodes(charset, encoding === 'B' || encoding === 'b', content)) fault(`an encoded word: ${word}`);
  }
  for (const field of head.replaceAll(/\r\n(?=[\t ])/g, '').split('\r\n')) {
    const colon = field.indexOf(':');
    if (colon > 0) fields.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim());
  }
  return fields;
}

/** True if an encoded word contains only whole characters (RFC 2047, 5). */
function decodes(charset: string, isBase64: boolean, content: string): boolean {
  const bytes = isBase64
    ? Buffer.from(content, 'base64')
    : Buffer.from(
        content
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function bodyFaults(body: string, encoding: string, fault: (text: string) => void): void {
  const lines = body.split('\r\n');
  // oxlint-disable-next-line no-control-regex
  if (encoding !== '8bit' && /[\x80-\xff]/.test(body)) fault(`bytes above 127 in ${encoding}`);
  if (IDENTITY.has(encoding)) return;
  if (lines.some(({ length }) => length > MAX_ENCODED_LINE)) fault(`a line above ${MAX_ENCODED_LINE}`);
  if (encoding === 'base64') {
    if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(lines.join(''))) fault('no base64');
  } else if (encoding === 'quoted-printable') {
    if (lines.some((line) => /[\t ]$|=(?![0-9A-F]{2}|$)/.test(line))) fault('no quoted-printable');
  } else fault(`the encoding ${encoding}`);
}
