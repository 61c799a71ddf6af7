import type { SourceLocation } from './text-lines.js';

/**
 * How a template uses a variable: prints it escaped (`value`) or unescaped (`html`), branches on it (`condition`), or
 * iterates over it (`list`).
 */
export type VariableUse = 'value' | 'html' | 'condition' | 'list';

/** A variable with all of its uses in a template, in the order of the text. */
export interface UsedVariable {
  /** Starts at the template's data, whatever block the variable is used in. See VariablePath. */
  readonly path: string;
  readonly uses: readonly (SourceLocation & { readonly as: VariableUse; readonly snippet?: string })[];
}
