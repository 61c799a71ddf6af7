import fc from 'fast-check';
import { BLOCKS, COMPARED, NAMES, TEXTS, VALUES } from './template-fragments.js';

/** Draws a random value. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** Writes the parts that all templates have in common. */
export abstract class TemplateWriter {
  constructor(protected readonly draw: Draw) {}

  /** A whole template. */
  abstract template(): string;

  protected pick<T>(...choices: readonly T[]): T {
    return this.draw(fc.constantFrom(...choices));
  }

  protected times(max: number, write: () => string, separator = '\n'): string {
    const count = this.draw(fc.integer({ min: 1, max }));
    return Array.from({ length: count }, write).join(separator);
  }

  protected value(): string {
    return this.pick(
      ...VALUES,
      `{{${this.pick(...NAMES)}}}`,
      `{{${this.comparison().slice(1, -1)}}}`,
      `{{{lookup objects ${this.comparison()}}}}`,
    );
  }

  /** In parentheses, sometimes nested, within the allowed depth. */
  protected comparison(depth = 2): string {
    const isNested = depth > 0 && this.pick(0, 1, 2, 3) === 0;
    const first = isNested ? this.comparison(depth - 1) : this.pick(...COMPARED);
    return `(eq ${first}${this.pick(' ', '\n')}${this.pick(...COMPARED)}${this.pick('', ' ')})`;
  }

  private blockHead(): string {
    return this.pick(
      ...BLOCKS,
      'if (eq templateType "document")',
      `if ${this.comparison()}`,
      `unless ${this.comparison()}`,
      `with ${this.comparison()}`,
    );
  }

  protected text(): string {
    return this.times(3, () => this.pick(this.value(), this.pick(...TEXTS)), this.pick(' ', '', '\n'));
  }

  /** The same, or within a block. */
  protected perhapsInBlock(write: () => string): string {
    if (this.pick(0, 1, 2) > 0) return write();
    const head = this.blockHead();
    const inverse = head.startsWith('^');
    const name = (inverse ? head.slice(1) : head).split(' ')[0];
    const [open, close] = this.pick(['', ''], ['~', ''], ['', '~']);
    const start = inverse ? `{{${open}${head}${close}}}` : `{{${open}#${head}${close}}}`;
    const otherwise = this.pick(true, false) ? `{{else}}${write()}` : '';
    return `${start}${this.pick('', '\n')}${write()}${otherwise}${this.pick('', '\n  ')}{{/${name}}}`;
  }
}
