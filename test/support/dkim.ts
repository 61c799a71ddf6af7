import { createHash, createPublicKey, verify } from 'node:crypto';

/** The content of a DKIM signature and whether it is valid: RFC 6376, only relaxed/relaxed and rsa-sha256. */
export interface DkimVerdict {
  readonly domain: string;
  readonly selector: string;
  /** The signed headers, in lower case. */
  readonly signed: readonly string[];
  readonly isBodyIntact: boolean;
  readonly isValid: boolean;
}

/**
 * Verifies the first signature of a message by the text of the RFC, without any code that signs. Null if there is none.
 * `publicKey` is the `p` of the record.
 */
export function verifyDkim(message: Buffer, publicKey: string): DkimVerdict | null {
  const text = message.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).split(/\r\n(?![\t ])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header));
  if (signature === undefined) return null;
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const tag = (name: string) => (tags.get(name) ?? '').replaceAll(/\s/g, '');
  if (tag('v') !== '1' || tag('a') !== 'rsa-sha256' || tag('c') !== 'relaxed/relaxed') {
    throw new Error('The signature is of another kind.');
  }
  const body = text
    .slice(end + 4)
    .replaceAll(/[\t ]+(?=\r\n)/g, '')
    .replaceAll(/[\t ]+/g, ' ')
    .replace(/(?:\r\n)*$/, '\r\n');
  const bodyHash = createHash('sha256')
    .update(body === '\r\n' ? '' : body, 'latin1')
    .digest('base64');
  const signed = tag('h').toLowerCase().split(':');
  const left = [...headers];
  const covered = signed.map((name) => {
    // Several headers of one name are signed from the last one upwards.
    const at = left.findLastIndex(
      (header) => header.slice(0, header.indexOf(':')).trim().toLowerCase() === name,
    );
    return at === -1 ? '' : `${relaxed(left.splice(at, 1).join())}\r\n`;
  });
  const unsigned = relaxed(signature.replace(/(\bb=)[^;]*/, '$1'));
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  const data = Buffer.from(covered.join('') + unsigned, 'latin1');
  return {
    domain: tag('d'),
    selector: tag('s'),
    signed,
    isBodyIntact: bodyHash === tag('bh'),
    isValid: verify('sha256', data, key, Buffer.from(tag('b'), 'base64')),
  };
}

function relaxed(header: string): string {
  const colon = header.indexOf(':');
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[\t ]+/g, ' ')
    .trim();
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`;
}
