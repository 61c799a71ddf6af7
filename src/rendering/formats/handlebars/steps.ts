/**
 * The executable form of a template: data instead of code, so that it takes little memory, needs no compilation and can
 * be stored. `write-steps.ts` creates it from Handlebars' syntax tree, and `run-steps.ts` runs it.
 */
export interface Steps {
  readonly steps: readonly Step[];
  /** True if a path leads to an outer context, as in `../name`. */
  readonly usesDepths: boolean;
  /** True if a path begins with a block parameter, as in `{{#each list as |item|}}`. */
  readonly usesParameters: boolean;
}

/** One step of a template, which prints a part of its output. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  /** A text of the template, as the number of its piece. */
  | { readonly kind: 'piece'; readonly piece: number }
  | { readonly kind: 'value'; readonly isEscaped: boolean; readonly operand: Operand }
  /** The values of consecutive candidates, with the number of the first one. */
  | { readonly kind: 'run'; readonly first: number; readonly operands: readonly Operand[] }
  /** A candidate whose output these steps produce. */
  | { readonly kind: 'candidate'; readonly first: number; readonly steps: readonly Step[] }
  | BlockStep;

/** `section` is a block with a variable instead of a helper, as in `{{#client}}…{{/client}}`. */
export type BlockKind = 'if' | 'unless' | 'each' | 'with' | 'values' | 'section';

/** `{{#…}}…{{else}}…{{/…}}` */
export interface BlockStep {
  readonly kind: BlockKind;
  readonly operand: Operand;
  readonly named: readonly NamedOperand[];
  readonly main: readonly Step[];
  readonly otherwise: readonly Step[];
  /** The location of the block in the template, for faults. */
  readonly line: number;
  readonly column: number;
}

/** An expression that has a value. Paths are lists of member names. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'undefined' }
  /** The value of a number with more than 308 digits, which JSON cannot represent. */
  | { readonly kind: 'infinity'; readonly isNegative: boolean }
  /** A path that starts `depth` contexts up. */
  | { readonly kind: 'path'; readonly depth: number; readonly path: readonly string[] }
  /** A path that begins with `@`. */
  | { readonly kind: 'data'; readonly depth: number; readonly path: readonly string[] }
  /** A path that begins with the block parameter number `index` of the block `level` levels up. */
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
