const CRLF = '\r\n';

/** A field as the relaxed form of DKIM has it (RFC 6376, 3.4.2), without the line break at its end. */
export function relaxedField(line: string): string {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replaceAll(CRLF, '')
    .replaceAll(/[\t ]+/g, ' ')
    .replaceAll(/^ | $/g, '');
  return `${line.slice(0, colon).trimEnd().toLowerCase()}:${value}`;
}

/**
 * A body in the relaxed form (RFC 6376, 3.4.4), each of whose lines ends with CRLF: white space is shortened to one
 * space, none is left at the end of a line, and no empty lines at the end of the body.
 */
export function relaxedBody(body: string): string {
  const shortened = body.replaceAll(/[\t ]+/g, ' ').replaceAll(' \r\n', CRLF);
  let end = shortened.length;
  while (end >= CRLF.length && shortened.startsWith(CRLF, end - CRLF.length)) end -= CRLF.length;
  return end === 0 ? '' : `${shortened.slice(0, end)}${CRLF}`;
}
