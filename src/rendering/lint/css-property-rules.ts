import { similarName } from '../domain/similar-name.js';
import type { SourceFault } from '../domain/template-fault.js';
import { commonProperties, cssProperties } from './css-properties.js';
import { stylesIn, type StyleText } from './styles.js';

/** What no name of a property stands in, blanked before the rest is taken apart. */
const OPAQUE =
  /\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|\([^(){}]*\)|&[#\w]+;|<!--|-->/g;
/** As quotes are written within an attribute. */
const QUOTE = /&(?:quot|#34|apos|#39);/gi;
/** Declarations, selectors and rules, each with what ends it. */
const PIECE = /([^{};]*)([{};]|$)/g;
/** Anything else is a hack for one mail program, or holds an expression. */
const DECLARATION = /^\s*([a-z][a-z0-9-]*)\s*:/i;
/** Rules that hold others; in the rest stand descriptors, which have names of their own. */
const HOLDS_RULES =
  /^\s*@(?:media|supports|layer|container|scope|starting-style|(?:-[a-z]+-)?(?:keyframes|document))\b/i;
const AT_RULE = /^\s*@/;
/** Names of one program or another, of which there is no list. */
const OF_ONE_PROGRAM = /^(?:mso|v|o)-/;
const BARE_PREFIX = /^(?:webkit|moz|ms)-/;
/** What is an attribute, or the word for it elsewhere. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['align', 'text-align'],
  ['bgcolor', 'background-color'],
  ['face', 'font-family'],
  ['font-color', 'color'],
  ['font-face', 'font-family'],
  ['text-color', 'color'],
  ['valign', 'vertical-align'],
  ['weight', 'font-weight'],
]);
/** Short names are near to too much. */
const longNames = [...cssProperties].filter((name) => name.length > 6);
const MAX_WARNINGS = 100;
/** No email has as many different ones, and each takes time. */
const MAX_NAMES = 500;

/**
 * Misspelt names of CSS properties in style sheets and style attributes, each where it stands; the first hundred. A name
 * that is near to none may be one that is not known here.
 */
export function propertyWarnings(shown: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  const meanings = new Map<string, string | null>();
  for (const { name, offset } of declarationsIn(shown)) {
    const meant = meanings.has(name) ? (meanings.get(name) ?? null) : meantBy(name.toLowerCase());
    meanings.set(name, meant);
    if (meanings.size > MAX_NAMES) break;
    if (meant === null) continue;
    const message = `There is no CSS property ${name}. Did you mean ${meant}?`;
    warnings.push({ code: 'unknown_property', message, offset });
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings;
}

interface PropertyName {
  readonly name: string;
  readonly offset: number;
}

function* declarationsIn(shown: string): Generator<PropertyName> {
  for (const style of stylesIn(shown)) yield* declared(style);
}

function* declared({ css, start, isSheet }: StyleText): Generator<PropertyName> {
  const plain = css
    .replace(QUOTE, (reference) => '"'.padEnd(reference.length))
    .replace(OPAQUE, (text) => ' '.repeat(text.length));
  /** What each open block belongs to. */
  const open: string[] = [];
  for (const { 1: piece = '', 2: end = '', index } of plain.matchAll(PIECE)) {
    if (end === '{') {
      open.push(piece);
      continue;
    }
    const owner = open.at(-1);
    const isDescriptor = owner !== undefined && AT_RULE.test(owner) && !HOLDS_RULES.test(owner);
    const [written = '', name = ''] = DECLARATION.exec(piece) ?? [];
    // Outside of blocks a sheet declares nothing.
    const isDeclaration = isSheet ? owner !== undefined && !isDescriptor : true;
    if (name !== '' && isDeclaration) yield { name, offset: start + index + written.indexOf(name) };
    if (end === '}') open.pop();
  }
}

/** What a name was meant to be; null for one that is right, or near to none. */
function meantBy(name: string): string | null {
  if (cssProperties.has(name) || OF_ONE_PROGRAM.test(name)) return null;
  if (BARE_PREFIX.test(name)) return `-${name}`;
  return INSTEAD.get(name) ?? similarName(name, commonProperties) ?? similarName(name, longNames);
}
