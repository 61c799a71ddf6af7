/** Header fields by name in lower case; of several with one name the first. */
export type HeaderFields = ReadonlyMap<string, string>;

const MAX_GROUPS = 50;

/** Groups of header fields with empty lines between them, as in a delivery status report (RFC 3464, 2.1). */
export function fieldGroups(text: string): HeaderFields[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[\t ]*\n/, MAX_GROUPS)
    .map(fieldsOf)
    .filter(({ size }) => size > 0);
}

/** One group; a line that begins with white space continues the one before. */
export function fieldsOf(text: string): HeaderFields {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[\t ]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
