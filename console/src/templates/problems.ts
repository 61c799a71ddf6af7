import type { Schema } from '../api/client';
import type { InputProblem } from '../api/refusal';

/** A problem of a template. An error prevents sending it, a warning does not. */
export interface TemplateProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The snippet that line and column are in; null for the template itself. */
  readonly snippet: string | null;
}

/** An automatic correction: changes of the text, with offsets in the text before them. */
export interface Fix {
  readonly label: string;
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

type Remark = Schema<'TemplateWarning'> | (InputProblem & { readonly snippet?: string });

/** The problems in the order of the service: errors first, each in the order of the text. */
export function problemsOf(
  errors: readonly Remark[],
  warnings: readonly Remark[],
): readonly TemplateProblem[] {
  return [
    ...errors.map((one) => problemOf('error', one)),
    ...warnings.map((one) => problemOf('warning', one)),
  ];
}

/** The offset of a line and column in a text, at most its length. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** The end of the part with a problem: a tag's name, an expression, an attribute, or a word. */
export function endOf(text: string, from: number): number {
  const rest = text.slice(from, from + 200);
  const [found = ''] =
    /^<\/?[\w:-]+/.exec(rest) ??
    /^\{\{\{?[^{}\n]*\}{0,3}/.exec(rest) ??
    /^[\w:.$@-]+/.exec(rest) ??
    /^\{[^{}\n]*\}/.exec(rest) ??
    [];
  return Math.min(text.length, from + Math.max(found.length, 1));
}

function problemOf(severity: 'error' | 'warning', remark: Remark): TemplateProblem {
  const { code = '', message, line = 1, column = 1, snippet } = remark;
  return { severity, code, message, line, column, snippet: snippet ?? null };
}
