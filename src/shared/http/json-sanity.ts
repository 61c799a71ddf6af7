import type { Problem } from '../domain/errors.js';
import { pointerTo } from '../domain/json-pointer.js';

/** How deep arrays and objects may lie in one another (docs/specification.md#errors). */
export const MAX_NESTING = 32;

/** The message for it. */
export function tooDeep(maxNesting: number): string {
  return `Must not be nested deeper than ${maxNesting} levels.`;
}

const MAX_PROBLEMS = 1000;

/** NUL, and halves of surrogate pairs: PostgreSQL stores neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Finds content that no body may have, anywhere in it: NUL or lone surrogates in text and names, numbers beyond
 * a double, nesting over 32. One pass over parsed JSON.
 */
export function sanityProblems(content: unknown, maxNesting = MAX_NESTING): readonly Problem[] {
  const inspection = new Inspection(maxNesting);
  inspection.visit(content);
  return inspection.problems;
}

/** What one pass over the bytes of JSON shows before it is parsed. */
export interface JsonScan {
  /** How deep arrays and objects lie in one another; where it exceeds a thousand, the pass ended there. */
  readonly depth: number;
  /** True if there is neither an escape nor a number that may exceed a double: then only the depth can be at fault. */
  readonly isPlain: boolean;
}

/** Looks over text that claims to be JSON in UTF-8. A lone surrogate or a NUL can only be in it as an escape. */
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

/** Parsing what is nested deeper would keep the process busy for seconds. */
export const MAX_SCAN_NESTING = 1000;
/** Doubles have up to 309 digits before the point. */
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
  /** The steps to the present value; a pointer is made of them only for a problem. */
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
