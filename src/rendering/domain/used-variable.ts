import type { SourceLocation } from './text-lines.js';

/**
 * The use of a variable: printed escaped (`value`) or unescaped (`html`), deciding a branch (`condition`),
 * or goes through its elements (`list`).
 */
export type VariableUse = 'value' | 'html' | 'condition' | 'list';

/** A variable that a template uses, and everywhere it does, in the order of its text. */
export interface UsedVariable {
  /** From the data given to the template, whatever block it is used in: see VariablePath. */
  readonly path: string;
  readonly uses: readonly (SourceLocation & { readonly as: VariableUse; readonly snippet?: string })[];
}
