import type { SourceFault } from '../domain/template-fault.js';
import type { TemplateSource } from '../domain/template-source.js';
import type { VariableReference } from '../formats/shared/format.js';
import { templateParsers } from '../formats/formats.js';
import { readMarkup } from '../formats/shared/tags.js';
import { propertyWarnings } from './css-property-rules.js';
import { conditionalCommentWarnings } from './conditional-comments.js';
import { foreignExpressionWarnings } from './foreign-expressions.js';
import { mailClientWarnings } from './mail-client-rules.js';
import { markupWarnings } from './markup-rules.js';
import { braceWarnings, variableWarnings } from './variable-rules.js';

/** Gmail cuts off larger emails. */
const GMAIL_BYTES = 102 * 1024;
const MAX_WARNINGS = 100;
/** Warnings about the email as a whole, which are not useful until the template compiles. */
const POINTLESS_BESIDE_FAULTS: ReadonlySet<string> = new Set([
  'main_link_missing',
  'preview_missing',
  'unescaped_variable',
  'unsubscribe_missing',
  'unsupported_by_mail_clients',
]);

/** Warnings that make no sense for a part of a template, because its values may come from the template. */
const NOT_OF_PARTS: ReadonlySet<string> = new Set(['preview_missing', 'unknown_variable']);

/** What the rules get of a template. */
export interface LintedTemplate {
  readonly source: Pick<TemplateSource, 'type' | 'parser' | 'data'>;
  /** See `VariableBinder.flatten`. */
  readonly flattened: string;
  readonly references: readonly VariableReference[];
  /** The kind of email that it is for; null if unknown. */
  readonly kind: string | null;
  /** Warnings from its type. */
  readonly ofType: readonly SourceFault[];
  /** The size and the faults of the rendered HTML; null if the template has faults. */
  readonly rendered: { readonly bytes: number; readonly faults: readonly SourceFault[] } | null;
}

/** Finds parts that work, but not everywhere or not as intended. The first hundred, in the order of the text. */
export function lint({
  source,
  flattened,
  references,
  kind,
  ofType,
  rendered,
}: LintedTemplate): readonly SourceFault[] {
  const warnings = [
    ...sizeWarnings(rendered?.bytes ?? null),
    ...(rendered?.faults ?? []),
    ...parserWarnings(source),
    ...variableWarnings(source.data, references, kind),
    ...(source.parser === null ? [] : braceWarnings(flattened, kind)),
    ...textWarnings(source, flattened),
    ...ofType,
  ];
  return inOrder(warnings.filter(({ code }) => rendered !== null || !POINTLESS_BESIDE_FAULTS.has(code)));
}

/** Finds warnings about a part that apply in any template. The first hundred, in the order of the text. */
export function lintPart(
  source: Pick<TemplateSource, 'type' | 'data'>,
  flattened: string,
): readonly SourceFault[] {
  const warnings = [...braceWarnings(flattened, null), ...textWarnings(source, flattened)];
  return inOrder(warnings.filter(({ code }) => !NOT_OF_PARTS.has(code)));
}

function textWarnings(
  { type, data }: Pick<TemplateSource, 'type' | 'data'>,
  flattened: string,
): readonly SourceFault[] {
  const markup = readMarkup(flattened);
  const warnings = [
    ...markupWarnings(markup, type),
    ...conditionalCommentWarnings(markup),
    ...foreignExpressionWarnings(markup),
    ...mailClientWarnings(markup),
    ...propertyWarnings(markup),
  ];
  return warnings.filter((warning) => !isBetweenBranches(warning, data, flattened));
}

/** True for a semicolon missing between two declarations that may be in different branches, so that they never meet. */
function isBetweenBranches({ code, offset }: SourceFault, data: string, flattened: string): boolean {
  if (code !== 'css_missing_semicolon') return false;
  const before = flattened.slice(0, offset).trimEnd().length;
  return data.slice(before, offset) !== flattened.slice(before, offset);
}

function inOrder(warnings: SourceFault[]): readonly SourceFault[] {
  return warnings.sort((one, other) => one.offset - other.offset).slice(0, MAX_WARNINGS);
}

function sizeWarnings(bytes: number | null): readonly SourceFault[] {
  if (bytes === null || bytes <= GMAIL_BYTES) return [];
  const size = Math.ceil(bytes / 1024);
  const message = `The email has ${size} KB; Gmail cuts off what is beyond 102 KB. Shorten the text or take out styles and sections.`;
  return [{ code: 'too_large', message, offset: 0 }];
}

/** Warns of expressions in a template without a parser, which sends them unchanged. */
function parserWarnings({ parser, data }: Pick<TemplateSource, 'parser' | 'data'>): readonly SourceFault[] {
  if (parser !== null) return [];
  return Object.entries(templateParsers).flatMap(([name, format]) => {
    const offset = format.firstExpression(data);
    const message = `${shownAt(data, offset ?? 0)} is sent as it is written, because the template has no parser: set parser: "${name}".`;
    return offset === null ? [] : [{ code: 'parser_missing', message, offset }];
  });
}

/** The beginning of an expression, for messages. */
function shownAt(data: string, offset: number): string {
  const [expression = 'An expression'] =
    /^\{\{[^{}\r\n]{1,40}\}\}/.exec(data.slice(offset, offset + 50)) ?? [];
  return expression;
}
