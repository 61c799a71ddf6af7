/**
 * A template as it is run: data instead of code, so that a template takes little memory, is ready at once, and can be
 * stored. `write-steps.ts` makes it of Handlebars' syntax tree, `run-steps.ts` runs it.
 */
export interface Steps {
  readonly steps: readonly Step[];
  /** Some path goes up, as in `../name`. */
  readonly usesDepths: boolean;
  /** Some path begins with a name that a block gives, as in `{{#each list as |item|}}`. */
  readonly usesParameters: boolean;
}

/** Each step prints something. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  /** A text of the template, by the number of its piece. */
  | { readonly kind: 'piece'; readonly piece: number }
  | { readonly kind: 'value'; readonly isEscaped: boolean; readonly operand: Operand }
  /** The values of candidates, by the number of the first one. */
  | { readonly kind: 'run'; readonly first: number; readonly operands: readonly Operand[] }
  /** A candidate whose output is that of steps. */
  | { readonly kind: 'candidate'; readonly first: number; readonly steps: readonly Step[] }
  | BlockStep;

/** `section` is a block with a variable in place of a helper, as in `{{#client}}…{{/client}}`. */
export type BlockKind = 'if' | 'unless' | 'each' | 'with' | 'values' | 'section';

/** `{{#…}}…{{else}}…{{/…}}` */
export interface BlockStep {
  readonly kind: BlockKind;
  readonly operand: Operand;
  readonly named: readonly NamedOperand[];
  readonly main: readonly Step[];
  readonly otherwise: readonly Step[];
  /** Its place in the template, for faults. */
  readonly line: number;
  readonly column: number;
}

/** Each operand gives a value. Paths consist of the names of members. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'undefined' }
  /** A number with more than 308 digits, which JSON cannot hold. */
  | { readonly kind: 'infinity'; readonly isNegative: boolean }
  /** `depth`: how many contexts it goes up. */
  | { readonly kind: 'path'; readonly depth: number; readonly path: readonly string[] }
  /** Begins with `@`. */
  | { readonly kind: 'data'; readonly depth: number; readonly path: readonly string[] }
  /** Begins with the value of that index that the block so many levels up gives. */
  | {
      readonly kind: 'parameter';
      readonly level: number;
      readonly index: number;
      readonly path: readonly string[];
    }
  | {
      readonly kind: 'call';
      readonly helper: string;
      readonly operands: readonly Operand[];
      readonly named: readonly NamedOperand[];
    };

export type NamedOperand = readonly [name: string, operand: Operand];
