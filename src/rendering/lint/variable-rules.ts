import { ANY, type Segment } from '../../shared/domain/document-path.js';
import type { SourceFault } from '../domain/template-fault.js';
import type { EmailKind, EmailVariable } from '../domain/email-kind.js';
import { emailKinds } from '../emails/email-kinds.js';
import type { VariableReference } from '../formats/format.js';
import { similarName } from '../domain/similar-name.js';

/** As much of an expression as one name of a variable can be. */
const WRITTEN = /^[^\s{}()|=~]+/;

/** What a template asks of its data that an email of the kind does not hold, or should not be asked for. */
export function variableWarnings(
  data: string,
  references: readonly VariableReference[],
  kind: string | null,
): readonly SourceFault[] {
  const warnings = references.flatMap((reference) => [
    ...unknownWarnings(data, reference, kind),
    ...unescapedWarnings(reference),
  ]);
  const declared = kind === null ? undefined : emailKinds[kind];
  return declared === undefined ? warnings : [...warnings, ...linkWarnings(references, declared)];
}

/** Whether no email of the kind, or of any kind, has a variable there. */
export function isUnknown({ path }: VariableReference, kind: string | null): boolean {
  return unknownAt(path.segments, catalogueOf(kind)) !== null;
}

function unknownWarnings(
  data: string,
  { path, offset }: VariableReference,
  kind: string | null,
): readonly SourceFault[] {
  const catalogue = catalogueOf(kind);
  const unknown = unknownAt(path.segments, catalogue);
  if (unknown === null) return [];
  const { name, siblings } = unknown;
  // In a block, what is around may be what is unknown; that is told where it is written.
  const [written = ''] = WRITTEN.exec(data.slice(offset, offset + 200)) ?? [];
  if (!written.includes(name)) return [];
  const where = kind === null ? 'in any email' : `in emails of the kind ${kind}`;
  const similar = similarName(name, siblings);
  // Where all of the path is written, all of it is told.
  const isWhole = similar !== null && written === path.toString();
  const meant = isWhole ? written.replace(name, similar) : (similar ?? pathTo(name, catalogue));
  const hint = meant === null ? 'GET /partner/emailKind lists what there is.' : `Did you mean ${meant}?`;
  const message = `There is no variable ${shortened(path.toString())} ${where}. ${hint}`;
  return [{ code: 'unknown_variable', message, offset }];
}

function unescapedWarnings({ path, as, offset }: VariableReference): readonly SourceFault[] {
  if (as !== 'html') return [];
  const name = shortened(path.toString());
  const message = `${name} is printed as HTML here, so whoever fills it in can change the email. Write {{${name}}} with two braces on each side, unless it holds HTML of your own.`;
  return [{ code: 'unescaped_variable', message, offset }];
}

function linkWarnings(references: readonly VariableReference[], kind: EmailKind): readonly SourceFault[] {
  const printed = new Set(
    references.filter(({ as }) => as === 'value' || as === 'html').map(({ path }) => path.toString()),
  );
  const warnings: SourceFault[] = [];
  if (!kind.mainLinks.some((path) => printed.has(path))) {
    const links = kind.mainLinks.map((path) => `{{${path}}}`).join(' or ');
    const message = `Nothing leads the recipient to the document: use ${links} as the address of a button or a link.`;
    warnings.push({ code: 'main_link_missing', message, offset: 0 });
  }
  if (kind.canUnsubscribe && !printed.has('unsubscribeUrl')) {
    const message = 'The recipient cannot unsubscribe: add a link to {{unsubscribeUrl}}.';
    warnings.push({ code: 'unsubscribe_missing', message, offset: 0 });
  }
  return warnings;
}

function catalogueOf(kind: string | null): readonly EmailVariable[] {
  const declared = kind === null ? undefined : emailKinds[kind];
  return declared?.variables ?? Object.values(emailKinds).flatMap(({ variables }) => variables);
}

/** The first name on a path that is in no catalogue, and those it could have been. */
function unknownAt(
  [segment, ...rest]: readonly Segment[],
  variables: readonly EmailVariable[],
): { readonly name: string; readonly siblings: readonly string[] } | null {
  if (segment === undefined || segment === ANY) return null;
  const same = variables.filter(({ name }) => name === segment);
  if (same.length === 0) return { name: segment, siblings: variables.map(({ name }) => name) };
  const members = same.flatMap((variable) => variable.members ?? []);
  const isOpen = same.some(({ mayHaveMore }) => mayHaveMore === true);
  const unknown = unknownAt(rest, members);
  // What has more members than are known here can hold anything.
  return isOpen && members.every(({ name }) => name !== rest[0]) ? null : unknown;
}

/** For a member that was written without the object it belongs to, as `href` in place of `link.href`. */
function pathTo(name: string, variables: readonly EmailVariable[]): string | null {
  const [holder] = variables.filter(({ members = [] }) => members.some((member) => member.name === name));
  return holder === undefined ? null : `${holder.name}.${name}`;
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
