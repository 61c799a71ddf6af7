import { InvalidInput, Problem } from './errors.js';

/** Stands in a path for every member of an object and every element of an array. */
export const ANY: unique symbol = Symbol('*');

/** One step of a path: the name of a member, or ANY. */
export type Segment = string | typeof ANY;

/** Looks at one value; true ends the search. */
export type Test = (value: unknown) => boolean;
type Walk = (value: unknown, test: Test) => boolean;

const MAX_LENGTH = 1_024;
/** Bodies nested deeper than this are refused (CONTRACT 1), so that a longer path could never select anything. */
const MAX_SEGMENTS = 32;

/**
 * A way into a JSON document (CONTRACT 4): member names separated by dots, `*` for any member of an object or element
 * of an array. `\.` is a dot within a name, `\\` a backslash, and the segment `\*` a member called `*`. `a.*.b` selects
 * what the JSONPath `$['a'][*]['b']` (RFC 9535) selects: own members only, and a number is a member's name, never the
 * index of an element. At most 1,024 characters and 32 segments.
 */
export class DocumentPath {
  private readonly walk: Walk;

  private constructor(readonly segments: readonly Segment[]) {
    this.walk = segments.reduceRight<Walk>(
      (next, segment) => (segment === ANY ? intoEach(next) : intoMember(segment, next)),
      (value, test) => test(value),
    );
  }

  /** What is wrong with a path, with the pointer '' (the path itself); null when it can be parsed. */
  static problemIn(text: string): Problem | null {
    const segments = segmentsOf(text);
    return Array.isArray(segments) ? null : segments;
  }

  /** @throws InvalidInput when the text is no path. */
  static parse(text: string): DocumentPath {
    const segments = segmentsOf(text);
    if (!Array.isArray(segments)) throw new InvalidInput([segments]);
    return new DocumentPath(segments);
  }

  /** True when the path selects a value that passes the test; the search ends at the first that does. */
  some(document: unknown, test: Test): boolean {
    return this.walk(document, test);
  }

  /** The selected values, in the order of the document, at most `limit` of them. */
  select(document: unknown, limit = Number.POSITIVE_INFINITY): unknown[] {
    const found: unknown[] = [];
    this.walk(document, (value) => found.push(value) >= limit);
    return found;
  }

  /** The path in its shortest spelling: paths with the same segments have the same text. */
  toString(): string {
    return this.segments.map((segment) => (segment === ANY ? '*' : escaped(segment))).join('.');
  }
}

function intoMember(name: string, next: Walk): Walk {
  return (value, test) => isObject(value) && Object.hasOwn(value, name) && next(value[name], test);
}

function intoEach(next: Walk): Walk {
  return (value, test) => {
    if (Array.isArray(value)) {
      for (const element of value) if (next(element, test)) return true;
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) if (next(value[name], test)) return true;
    }
    return false;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escaped(name: string): string {
  return name === '*' ? '\\*' : name.replaceAll('\\', '\\\\').replaceAll('.', '\\.');
}

function segmentsOf(text: string): Segment[] | Problem {
  if (text === '') return refusal('invalid_path', 'Must not be empty.');
  if (text.length > MAX_LENGTH) {
    return refusal('too_long', `Must have at most ${MAX_LENGTH} characters.`);
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
      return refusal(
        'invalid_path',
        'Has a backslash that stands before neither a dot, a backslash nor a star.',
      );
    }
  }
  if (name === '')
    return refusal('invalid_path', 'Has an empty segment: nothing before, after or between dots.');
  end();
  if (segments.length > MAX_SEGMENTS) {
    return refusal('too_long', `Must have at most ${MAX_SEGMENTS} segments.`);
  }
  return segments;
}

function refusal(code: string, message: string): Problem {
  return { pointer: '', code, message };
}
