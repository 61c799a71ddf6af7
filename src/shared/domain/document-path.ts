import { InvalidInput, problem, type Problem } from './errors.js';

/** Matches every member of an object and every element of an array. */
export const ANY: unique symbol = Symbol('*');

/** One step of a path: the name of a member, or ANY. */
export type Segment = string | typeof ANY;

/** The limit of all paths of a subscription together, which a single one may use up. */
const MAX_LENGTH = 16_384;
/** The nesting limit of bodies. A longer path could never select anything. */
const MAX_SEGMENTS = 32;

/**
 * A path in a JSON document: member names separated by dots, with `*` for any member of an object or element of an
 * array. `\.` is a dot within a name, `\\` a backslash, and the segment `\*` a member named `*`. `a.*.b` selects the
 * same as the JSONPath `$['a'][*]['b']` (RFC 9535): only own members, and a number is a member's name, never an index.
 * At most 16,384 characters and 32 segments.
 */
export class DocumentPath {
  private constructor(readonly segments: readonly Segment[]) {}

  /** The problem of a path, with the pointer '' (the path itself); null if it is valid. */
  static problemIn(text: string): Problem | null {
    const segments = segmentsOf(text);
    return Array.isArray(segments) ? null : segments;
  }

  /** @throws InvalidInput if the text is not a path */
  static parse(text: string): DocumentPath {
    const segments = segmentsOf(text);
    if (!Array.isArray(segments)) throw new InvalidInput([segments]);
    return new DocumentPath(segments);
  }

  /** The shortest spelling of the path, equal for paths with the same segments. */
  toString(): string {
    return this.segments.map((segment) => (segment === ANY ? '*' : escaped(segment))).join('.');
  }
}

function escaped(name: string): string {
  return name === '*' ? '\\*' : name.replaceAll('\\', '\\\\').replaceAll('.', '\\.');
}

function segmentsOf(text: string): Segment[] | Problem {
  if (text === '') return problem('invalid_path', 'Must not be empty.');
  if (text.length > MAX_LENGTH) {
    return problem('too_long', `Must have at most ${MAX_LENGTH} characters.`);
  }
  const segments: Segment[] = [];
  let name = '';
  let literal = false;
  const end = (): void => {
    segments.push(name === '*' && !literal ? ANY : name);
    name = '';
    literal = false;
  };
  for (const [token] of text.matchAll(/\\?[^]/g)) {
    if (token === '.') {
      if (name === '') break;
      end();
    } else if (!token.startsWith('\\')) {
      name += token;
    } else if (token === '\\.' || token === '\\\\' || token === '\\*') {
      name += token.charAt(1);
      literal = true;
    } else {
      return problem('invalid_path', 'Has a backslash that is not followed by a dot, a backslash or a star.');
    }
  }
  if (name === '')
    return problem('invalid_path', 'Has an empty segment: nothing before, after or between dots.');
  end();
  if (segments.length > MAX_SEGMENTS) {
    return problem('too_long', `Must have at most ${MAX_SEGMENTS} segments.`);
  }
  return segments;
}
