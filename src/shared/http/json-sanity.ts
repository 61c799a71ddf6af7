import type { Problem } from '../domain/errors.js';
import { pointerTo } from '../domain/json-pointer.js';

/** How deep arrays and objects may lie in one another (CONTRACT 1). */
export const MAX_NESTING = 32;

const MAX_PROBLEMS = 1000;

/** NUL, and halves of surrogate pairs: PostgreSQL stores neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * What no body may contain, wherever it stands (CONTRACT 1): NUL or lone surrogates in text and names, numbers beyond
 * a double, nesting over 32. One pass over parsed JSON.
 */
export function sanityProblems(content: unknown): readonly Problem[] {
  const inspection = new Inspection();
  inspection.visit(content);
  return inspection.problems;
}

class Inspection {
  readonly problems: Problem[] = [];
  /** The steps to the value being looked at; a pointer is made of them only when there is something to tell. */
  private readonly path: (string | number)[] = [];

  visit(value: unknown): void {
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value))
        this.tell('unstorable_text', 'Must not contain NUL or half a surrogate pair.');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) this.tell('out_of_range', 'The number is too large.');
    } else if (typeof value === 'object' && value !== null) {
      this.visitInside(value);
    }
  }

  private visitInside(value: object): void {
    if (this.path.length === MAX_NESTING) {
      this.tell('too_deep', `Must not be nested deeper than ${MAX_NESTING} levels.`);
    } else if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => this.visitStep(index, item));
    } else {
      for (const [name, member] of Object.entries(value)) {
        if (UNSTORABLE.test(name)) {
          this.tell('unstorable_text', 'The name of a member must not contain NUL or half a surrogate pair.');
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

  private tell(code: string, message: string): void {
    if (this.problems.length === MAX_PROBLEMS) return;
    this.problems.push({ pointer: this.path.map(pointerTo).join(''), code, message });
  }
}
