const UNIT = '  ';
const VOID = /^(?:area|base|br|col|hr|img|input|link|meta|source|wbr|!doctype)$/i;
const PART =
  /<!--[\s\S]*?-->|\{\{!--[\s\S]*?--\}\}|<(pre|textarea)\b[\s\S]*?<\/\1>|<(\/?)([a-zA-Z!][\w:-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|\{\{[{~]?([#/^]|else\b)?[^{}]*\}\}\}?/g;

/** A tag or an expression, and the change of depth after it. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly change: number;
  readonly is: 'tag' | 'else' | 'kept' | 'expression';
}

/**
 * The text, with lines indented by elements and blocks. It only changes blanks at the starts and ends of lines, so the
 * email looks the same. Preformatted text and comments stay.
 */
export function formatted(text: string): string {
  const parts = [...text.matchAll(PART)].map(partOf);
  let depth = 0;
  let next = 0;
  let offset = 0;
  const lines = text.split('\n').map((line) => {
    const written = line.trim();
    const start = offset + line.length - line.trimStart().length;
    offset += line.length + 1;
    while ((parts[next]?.end ?? Infinity) <= start) {
      depth = Math.max(0, depth + (parts[next]?.change ?? 0));
      next += 1;
    }
    const part = parts[next];
    const isInside = part !== undefined && part.start < start;
    if (isInside && part.is === 'kept') return line;
    if (written === '') return '';
    const level = isInside ? depth + (/^\/?>/.test(written) ? 0 : 1) : depth - endsAt(parts, next, start);
    return UNIT.repeat(Math.max(0, level)) + written;
  });
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The number of elements and blocks that end at the start of a line. */
function endsAt(parts: readonly Part[], from: number, start: number): number {
  let place = start;
  let count = 0;
  for (let index = from; parts[index]?.start === place; index += 1) {
    const { change, end, is } = parts[index] as Part;
    if (is === 'else') return count + 1;
    if (change >= 0) return count;
    count += 1;
    place = end;
  }
  return count;
}

function partOf({ 0: whole, index: start, ...groups }: RegExpMatchArray): Part {
  const end = (start ?? 0) + whole.length;
  const [, slash, name, rest = '', sign] = [groups[1], groups[2], groups[3], groups[4], groups[5]];
  const place = { start: start ?? 0, end };
  if (name !== undefined) {
    const isEmpty = rest.endsWith('/') || VOID.test(name);
    return { ...place, is: 'tag', change: slash === '/' ? -1 : isEmpty ? 0 : 1 };
  }
  if (whole.startsWith('<') || whole.startsWith('{{!')) return { ...place, is: 'kept', change: 0 };
  if (sign === 'else' || (sign === '^' && whole === '{{^}}')) return { ...place, is: 'else', change: 0 };
  return { ...place, is: 'expression', change: sign === '#' || sign === '^' ? 1 : sign === '/' ? -1 : 0 };
}
