import { ANY, type Segment } from '../../shared/domain/document-path.js';
import type { SourceFault } from '../domain/template-fault.js';
import type { EmailKind, EmailVariable } from '../domain/email-kind.js';
import { emailKindNames, emailKinds } from '../emails/email-kinds.js';
import type { VariableGuard, VariableReference } from '../formats/shared/format.js';
import { longerName, pathTo } from './meant-variable.js';
import { similarName } from '../../shared/domain/similar-name.js';

/** Paths in single braces, double brackets or percent signs. */
const OTHER_MARKS = [
  /(?<![{$\\])\{\s*([a-z][\w]*(?:\.\w+)*)\s*\}(?!\})/gi,
  /\[\[\s*([a-z][\w]*(?:\.\w+)*)\s*\]\]/gi,
  /(?<![%\w])%([a-z][\w]*(?:\.\w+)*)%(?![%\w])/gi,
];
/** The variable that contains the kind of email. */
const KIND_VARIABLE = 'templateType';
/** Matches the beginning of an expression that can be the name of a variable. */
const WRITTEN = /^[^\s{}()|=~]+/;

const CATALOGUE = 'GET /partner/emailKind lists what there is.';
/** The most unknown variables that are reported individually. */
const MAX_FOREIGN = 3;
/** How many unknown variables a collective message names. */
const MAX_LISTED = 10;

/** The first use of a variable that an email does not have. */
interface UnknownVariable {
  readonly name: string;
  /** A phrase that names the emails without it. */
  readonly where: string;
  /** The variable that was probably meant; null if none is similar. */
  readonly meant: string | null;
  readonly offset: number;
}

/** Warns of variables that emails of the kind do not have, or that are used in a risky way. */
export function variableWarnings(
  data: string,
  references: readonly VariableReference[],
  kind: string | null,
): readonly SourceFault[] {
  const warnings = [...unknownWarnings(data, references, kind), ...unescapedWarnings(references)];
  const declared = kind === null ? undefined : emailKinds[kind];
  return declared === undefined ? warnings : [...warnings, ...linkWarnings(references, declared)];
}

/** True if no email of the kind, or of any kind if it is null, has this variable. */
export function isUnknown({ path }: VariableReference, kind: string | null): boolean {
  return unknownAt(path.segments, catalogueOf(kind)) !== null;
}

/**
 * One warning for each unknown variable, at its first use without a condition that expects it to be missing. A single
 * warning for many that are similar to none, because the template was then written for other data.
 */
function unknownWarnings(
  data: string,
  references: readonly VariableReference[],
  kind: string | null,
): readonly SourceFault[] {
  const found = new Map<string, UnknownVariable>();
  for (const reference of references) {
    const unknown = unknownVariable(data, reference, kind);
    if (unknown !== null && !found.has(unknown.name)) found.set(unknown.name, unknown);
  }
  const foreign = [...found.values()].filter(({ meant }) => meant === null);
  if (foreign.length <= MAX_FOREIGN) return [...found.values()].map((each) => unknownWarning(each));
  const meant = [...found.values()].filter((each) => each.meant !== null);
  return [...meant.map((each) => unknownWarning(each)), ...foreignWarnings(foreign)];
}

function unknownWarning({ name, where, meant, offset }: UnknownVariable): SourceFault {
  const hint = meant === null ? CATALOGUE : `Did you mean ${meant}?`;
  const message = `There is no variable ${shortened(name)} ${where}. ${hint}`;
  return { code: 'unknown_variable', message, offset };
}

/** One warning for all variables that are missing in the same emails, at the first. */
function foreignWarnings(foreign: readonly UnknownVariable[]): readonly SourceFault[] {
  const places = [...new Set(foreign.map(({ where }) => where))];
  return places.flatMap((where) => {
    const [first, ...others] = foreign.filter((each) => each.where === where);
    if (first === undefined) return [];
    if (others.length === 0) return [unknownWarning(first)];
    const names = [first, ...others].map(({ name }) => shortened(name));
    const message = `There are ${names.length} variables that are not ${where}: ${listed(names)}. The first is here. ${CATALOGUE}`;
    return [{ code: 'unknown_variable', message, offset: first.offset }];
  });
}

function unknownVariable(
  data: string,
  { path, offset, as, guards }: VariableReference,
  kind: string | null,
): UnknownVariable | null {
  const kinds = kindsWithin(guards, kind);
  // The branch is for an unknown kind of email, or unreachable.
  if (kinds.length === 0) return null;
  const catalogue = kinds.flatMap((each) => catalogueOf(each));
  const unknown = unknownAt(path.segments, catalogue);
  if (unknown === null) return null;
  const { name, siblings } = unknown;
  // In a block, the unknown part may belong to the enclosing block's path, which is reported there.
  const [written = ''] = WRITTEN.exec(data.slice(offset, offset + 200)) ?? [];
  if (!written.includes(name)) return null;
  const similar = similarName(name, siblings);
  // The author expects that it may be missing, so report only names that look misspelt.
  if (similar === null && (as === 'condition' || isGuarded(guards, catalogue))) return null;
  const [only] = kinds;
  const where =
    kinds.length === 1 && only !== null && only !== undefined
      ? `in emails of the kind ${only}`
      : 'in any email';
  const whole = path.toString();
  if (similar !== null) {
    // If the whole path is written, suggest a whole path.
    const meant = written === whole ? corrected(path.segments, catalogue) : similar;
    return { name: whole, where, meant, offset };
  }
  const meant = written === name ? pathTo(name, catalogue) : null;
  // Name the unknown object instead of its members.
  return { name: path.segments[0] === name ? name : whole, where, meant, offset };
}

/** The path with each misspelt name corrected. */
function corrected(segments: readonly Segment[], catalogue: readonly EmailVariable[]): string {
  const names = segments.map(String);
  for (let at = 0; at < names.length; at += 1) {
    const unknown = unknownAt(names.slice(0, at + 1), catalogue);
    names[at] = (unknown && similarName(unknown.name, unknown.siblings)) ?? names[at] ?? '';
  }
  return names.join('.');
}

/** True if a name that no email of the kind has is similar to one that it has. */
export function isMisspelt(data: string, reference: VariableReference, kind: string | null): boolean {
  return (unknownVariable(data, reference, kind)?.meant ?? null) !== null;
}

/** The kinds of email in which a branch can be reached; null for any kind. */
function kindsWithin(guards: readonly VariableGuard[], kind: string | null): readonly (string | null)[] {
  const ofType = guards.filter(({ path, equals }) => path.toString() === KIND_VARIABLE && equals !== null);
  if (ofType.length === 0) return [kind];
  const reached = emailKindNames.filter((name) =>
    ofType.every(({ equals, isNegated }) => (equals === name) !== isNegated),
  );
  return kind !== null && reached.includes(kind) ? [kind] : reached;
}

/** True if a branch is reached only with a variable that no email has. */
function isGuarded(guards: readonly VariableGuard[], catalogue: readonly EmailVariable[]): boolean {
  return guards.some(
    ({ path, equals, isNegated }) =>
      equals === null && !isNegated && unknownAt(path.segments, catalogue) !== null,
  );
}

/** Warns of variables in single braces and other marks that other template languages use: known ones, and similar. */
export function braceWarnings(data: string, kind: string | null): readonly SourceFault[] {
  const catalogue = catalogueOf(kind);
  const found = OTHER_MARKS.flatMap((marks) => [...data.matchAll(marks)]);
  return found.flatMap(({ 0: written, 1: name = '', index }) => {
    const isKnown = unknownAt(name.split('.'), catalogue) === null;
    const meant = isKnown ? name : (pathTo(name, catalogue) ?? longerName(name, catalogue));
    if (meant === null) return [];
    const message = `${written} is sent as it is: write {{${meant}}} with two braces on each side.`;
    return [{ code: 'single_brace', message, offset: index }];
  });
}

/** One warning for all unescaped values, at the first. */
function unescapedWarnings(references: readonly VariableReference[]): readonly SourceFault[] {
  const printed = references.filter(({ as }) => as === 'html');
  const names = [...new Set(printed.map(({ path }) => shortened(path.toString())))];
  const offset = Math.min(...printed.map((reference) => reference.offset));
  const [name] = names;
  if (name === undefined) return [];
  const message =
    names.length === 1
      ? `${name} is printed as HTML here, so whoever fills it in can change the email. Write {{${name}}} with two braces on each side, unless it holds HTML of your own.`
      : `${names.length} variables are printed as HTML, so whoever fills them in can change the email: ${listed(names)}. Write them with two braces on each side, unless they hold HTML of your own. The first is here.`;
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

/** The first name of a path that is not in the catalogue, and the names that are possible there. */
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
  // An object with unknown members may have any member, except one that differs from a known one only in case.
  const next = String(rest[0]).toLowerCase();
  return isOpen && members.every(({ name }) => name.toLowerCase() !== next) ? null : unknown;
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
