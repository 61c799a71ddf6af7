import type { Problem } from '../domain/errors.js';
import { pointerTo } from '../domain/json-pointer.js';

/** The deepest nesting of arrays and objects (docs/specification.md#errors). */
export const MAX_NESTING = 32;

export function tooDeep(maxNesting: number): string {
  return `Must not be nested deeper than ${maxNesting} levels.`;
}

const MAX_PROBLEMS = 1000;

/** NUL and lone surrogates, which PostgreSQL cannot store. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Finds content that no body may have: NUL or lone surrogates in text and names, numbers beyond a double, nesting over
 * 32 levels. One pass over parsed JSON.
 */
export function sanityProblems(content: unknown, maxNesting = MAX_NESTING): readonly Problem[] {
  const inspection = new Inspection(maxNesting);
  inspection.visit(content);
  return inspection.problems;
}

/** The result of scanning the bytes of JSON before parsing. */
export interface JsonScan {
  /** The nesting of arrays and objects. The scan stops beyond MAX_SCAN_NESTING. */
  readonly depth: number;
  /** True if there are no escapes and no numbers that may exceed a double, so that only the depth can be forbidden. */
  readonly isPlain: boolean;
}

/** Scans text that claims to be JSON in UTF-8, in which a lone surrogate or NUL can only be an escape. */
export function scanJson(json: Uint8Array): JsonScan {
  let depth = 0;
  let deepest = 0;
  let isPlain = true;
  let isInString = false;
  let digits = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) {
        index += 1;
        isPlain = false;
      } else if (byte === QUOTE) isInString = false;
    } else if (byte >= ZERO && byte <= NINE) {
      digits += 1;
      if (digits > SAFE_DIGITS) isPlain = false;
    } else {
      if (digits > 0 && (byte === SMALL_E || byte === LARGE_E)) isPlain = false;
      digits = 0;
      if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth > deepest) deepest = depth;
        if (depth > MAX_SCAN_NESTING) return { depth, isPlain };
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    }
  }
  return { depth: deepest, isPlain };
}

/** Parsing deeper nesting would block the process for seconds. */
export const MAX_SCAN_NESTING = 1000;
/** Numbers with fewer digits are within a double, which has up to 309. */
const SAFE_DIGITS = 300;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;
const LARGE_E = 0x45;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

class Inspection {
  readonly problems: Problem[] = [];
  /** The path of the current value, converted to a pointer only for problems. */
  private readonly path: (string | number)[] = [];

  constructor(private readonly maxNesting: number) {}

  visit(value: unknown): void {
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value))
        this.report('unstorable_text', 'Must not contain NUL or half a surrogate pair.');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) this.report('out_of_range', 'The number is too large.');
    } else if (typeof value === 'object' && value !== null) {
      this.visitInside(value);
    }
  }

  private visitInside(value: object): void {
    if (this.path.length === this.maxNesting) {
      this.report('too_deep', tooDeep(this.maxNesting));
    } else if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => this.visitStep(index, item));
    } else {
      for (const [name, member] of Object.entries(value)) {
        if (UNSTORABLE.test(name)) {
          this.report(
            'unstorable_text',
            'The name of a member must not contain NUL or half a surrogate pair.',
          );
        }
        this.visitStep(name, member);
      }
    }
  }

  private visitStep(step: string | number, value: unknown): void {
    this.path.push(step);
    this.visit(value);
    this.path.pop();
  }

  private report(code: string, message: string): void {
    if (this.problems.length === MAX_PROBLEMS) return;
    this.problems.push({ pointer: this.path.map(pointerTo).join(''), code, message });
  }
}
