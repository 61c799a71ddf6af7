import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey } from '../domain/mailer.js';
import { relaxedBody, relaxedField } from './dkim-canonical.js';

const END_OF_HEAD = '\r\n\r\n';
/** A line of the header ends before a colon or a new line, wherever a white space does not begin the next one. */
const BETWEEN_FIELDS = /\r\n(?![\t ])/;
/** Covered as often as an email has them, and once more, so that another one breaks the signature (RFC 6376, 5.4.2). */
const OVERSIGNED = ['from', 'reply-to', 'subject', 'date', 'to', 'cc'];
/** The same for those that an email has. Relays may add some of them where they are missing. */
const OVERSIGNED_IF_PRESENT = [
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
];
/** Covered as often as an email has them: some relays add one of their own. */
const SIGNED = ['auto-submitted', 'feedback-id'];

const COLUMNS = 72;
const signBytes = promisify(sign);

interface Field {
  /** In lower case. */
  readonly name: string;
  readonly line: string;
}

/**
 * The message with a DKIM signature (RFC 6376, rsa-sha256, relaxed/relaxed) before its headers.
 * @throws Error when the key cannot sign, so that the email waits instead of being sent unsigned
 */
export async function signedMessage(message: Buffer, key: DkimKey): Promise<Buffer> {
  const end = message.indexOf(END_OF_HEAD);
  const fields = message.toString('latin1', 0, end).split(BETWEEN_FIELDS).map(fieldOf);
  const names = coveredBy(fields);
  const body = relaxedBody(message.toString('latin1', end + END_OF_HEAD.length));
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64');
  const unsigned = [
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
    ` d=${key.domain}; s=${key.selector};`,
    ` bh=${bodyHash};`,
    ...listed(names),
    ' b=',
  ].join('\r\n');
  const covered = [...coveredFields(names, fields), relaxedField(unsigned)].join('\r\n');
  const signature = await signBytes('sha256', Buffer.from(covered, 'latin1'), key.privateKey);
  const lines = signature.toString('base64').match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [];
  return Buffer.concat([Buffer.from(`${unsigned}${lines.join('\r\n ')}\r\n`), message]);
}

function fieldOf(line: string): Field {
  return { name: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line };
}

/** The names of the fields to cover; one more than there are fields of the name covers that there is no other. */
function coveredBy(fields: readonly Field[]): readonly string[] {
  const present = (name: string) => fields.filter((field) => field.name === name).map(() => name);
  return [
    ...OVERSIGNED.flatMap((name) => [...present(name), name]),
    ...OVERSIGNED_IF_PRESENT.map(present).flatMap((found) => [...found, ...found.slice(0, 1)]),
    ...SIGNED.flatMap(present),
  ];
}

/** Fields of one name are covered from the last one upwards. */
function coveredFields(names: readonly string[], fields: readonly Field[]): readonly string[] {
  const left = [...fields];
  return names.flatMap((name) => {
    const at = left.findLastIndex((field) => field.name === name);
    return at === -1 ? [] : left.splice(at, 1).map(({ line }) => relaxedField(line));
  });
}

/** The list of names, in lines. */
function listed(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = ' h=';
  for (const [index, name] of names.entries()) {
    const piece = index === names.length - 1 ? `${name};` : `${name}:`;
    if (line.length + piece.length > COLUMNS) {
      lines.push(line);
      line = ' ';
    }
    line += piece;
  }
  return [...lines, line];
}
