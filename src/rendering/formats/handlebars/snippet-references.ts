import { type Expression, expressionsOf } from './expressions.js';

/** Stands for the block passed to a snippet: `{{> @partial-block}}`. */
export const GIVEN_BLOCK = '@partial-block';

/** The beginning of `{{> name values}}`, or of `{{#> name values}}` with the block that follows it. */
const HEAD = /^\{\{~?#?>\s*(?:"([^"]*)"|'([^']*)'|([^\s~}()"'=|]+))/;

/** A place where a text includes a snippet. */
export interface SnippetReference {
  readonly start: number;
  readonly end: number;
  /** Null if the name is computed. */
  readonly name: string | null;
  /** The text after the name: values for the snippet. */
  readonly values: string;
  readonly valuesAt: number;
  /** Whether blanks before and after it are removed. */
  readonly strips: { readonly before: boolean; readonly after: boolean };
  /** The block passed to the snippet, or null. */
  readonly block: SnippetBlock | null;
}

interface SnippetBlock {
  /** The range of the block's content. */
  readonly start: number;
  readonly end: number;
  /** The end of the closing expression. */
  readonly outerEnd: number;
  readonly strips: { readonly before: boolean; readonly after: boolean };
}

/** All references of a text, including those within blocks passed to snippets, in the order of the text. */
export function snippetReferences(data: string): readonly SnippetReference[] {
  const found: SnippetReference[] = [];
  const open: { readonly expression: Expression; readonly isReference: boolean }[] = [];
  for (const expression of expressionsOf(data)) {
    const isReference =
      expression.isClosed && /^\{\{~?#?>/.test(data.slice(expression.start, expression.start + 5));
    if (expression.kind === 'block') open.push({ expression, isReference });
    else if (isReference) found.push(referenceAt(data, expression, null));
    if (expression.kind !== 'end') continue;
    const opened = open.pop();
    if (opened?.isReference === true) found.push(referenceAt(data, opened.expression, expression));
  }
  return found.sort((one, other) => one.start - other.start);
}

/** A quick test for references, which may be wrongly true. */
export function includesSnippets(data: string): boolean {
  return /\{\{~?#?>/.test(data);
}

/** The names of the snippets that a text includes directly. */
export function snippetNamesIn(data: string): readonly string[] {
  const names = snippetReferences(data).flatMap(({ name }) =>
    name === null || name === GIVEN_BLOCK ? [] : [name],
  );
  return [...new Set(names)];
}

function referenceAt(data: string, { start, end }: Expression, closing: Expression | null): SnippetReference {
  const written = data.slice(start, end);
  const [head = '', double, single, bare] = HEAD.exec(written) ?? [];
  const name = double ?? single ?? bare ?? null;
  const strips = stripsOf(written);
  const rest = written.slice(head.length, strips.after ? -'~}}'.length : -'}}'.length);
  const valuesAt = start + head.length + rest.length - rest.trimStart().length;
  const reference = { start, end, name, values: rest.trim(), valuesAt, strips };
  return { ...reference, block: closing === null ? null : blockOf(data, end, closing) };
}

function blockOf(data: string, start: number, { start: end, end: outerEnd }: Expression): SnippetBlock {
  return { start, end, outerEnd, strips: stripsOf(data.slice(end, outerEnd)) };
}

function stripsOf(written: string): SnippetReference['strips'] {
  return { before: written.startsWith('{{~'), after: written.endsWith('~}}') };
}
