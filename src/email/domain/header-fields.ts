/** Header fields by lower-case name. If a name repeats, the first field counts. */
export type HeaderFields = ReadonlyMap<string, string>;

const MAX_GROUPS = 50;

/**
 * Parses groups of header fields separated by empty lines, such as those of a delivery status report (RFC 3464, 2.1).
 */
export function fieldGroups(text: string): HeaderFields[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[\t ]*\n/, MAX_GROUPS)
    .map(fieldsOf)
    .filter(({ size }) => size > 0);
}

/** Parses one group. A line that begins with white space continues the one before. */
export function fieldsOf(text: string): HeaderFields {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[\t ]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
