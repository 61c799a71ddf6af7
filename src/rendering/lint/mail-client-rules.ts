import { type Atrule, type CssNode, generate, walk } from 'css-tree';
import type { SourceFault } from '../domain/template-fault.js';
import type { ReadMarkup } from '../formats/shared/tags.js';
import {
  clientsWithout,
  clientsWithoutMedia,
  isDecoration,
  type MissingSupport,
  missingSupport,
} from './mail-clients.js';
import { parseStyle, type StyleText, stylesIn } from './styles.js';
import { UsedRules } from './used-rules.js';

/** Elements that other rules report. */
const REFUSED = new Set(['script', 'form', 'iframe', 'object', 'embed']);

/** Values that lay out an element as if the property were absent. */
const NO_EFFECT = new Set([
  'auto',
  'inherit',
  'initial',
  'none',
  'normal',
  'relative',
  'static',
  'unset',
  'visible',
]);
/** Matches addresses of style sheets that only load fonts. */
const FONTS = /fonts?[./-]|typekit/i;

/** Families of features that depend on each other or have the same workaround, so that one warning suffices. */
const FAMILIES: readonly RegExp[] = [
  /^(?:position|top|right|bottom|left|inset|z-index)\b/,
  /^(?:display:(?:inline-)?(?:flex|grid)|(?:flex|grid|justify|align|place)\b|order\b)/,
  /^(?:calc|min|max|clamp)\(/,
  /^::?[a-z]/,
];

interface Use {
  readonly part: string;
  readonly offset: number;
  count: number;
  /** True within a media query, which clients without media queries ignore completely. */
  isInMedia: boolean;
}

interface UnsupportedUse extends Use {
  readonly missing: MissingSupport;
}

/**
 * Warns of features that mail clients do not support: one warning per family, at the first place. Ignores rules of a
 * style sheet that apply to no element.
 */
export function mailClientWarnings(shown: ReadMarkup): readonly SourceFault[] {
  const found = new Map<string, Use>();
  const see = (part: string, offset: number, isInMedia = false) => {
    const seen = found.get(part);
    if (seen === undefined) found.set(part, { part, offset, count: 1, isInMedia });
    else {
      seen.count += 1;
      seen.isInMedia &&= isInMedia;
    }
  };
  for (const part of shown.parts) {
    if (part.kind !== 'open' || REFUSED.has(part.name)) continue;
    if (part.name !== 'link' || !FONTS.test(part.attributes.get('href') ?? ''))
      see(`<${part.name}>`, part.start);
  }
  const used = new UsedRules(shown.parts);
  for (const style of stylesIn(shown)) readCss(style, used, see);
  const families = new Map<RegExp | string, UnsupportedUse[]>();
  for (const use of found.values()) {
    const missing = missingSupport(use.part);
    if (missing === null) continue;
    if (use.isInMedia && missing.clients.every((client) => clientsWithoutMedia().includes(client))) continue;
    const family = FAMILIES.find((names) => names.test(use.part)) ?? use.part;
    families.set(family, [...(families.get(family) ?? []), { ...use, missing }]);
  }
  return [...families.values()].map((uses) => warningOf(uses.toSorted((a, b) => a.offset - b.offset)));
}

function warningOf(uses: readonly UnsupportedUse[]): SourceFault {
  const parts = listed(uses.map(({ part }) => part));
  const clients = listed(clientsWithout(uses.map(({ missing }) => missing)));
  const isOne = uses.length === 1;
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  const places = count === 1 ? '' : ` ${isOne ? 'It is' : 'They are'} in ${count} places; the first is here.`;
  const see = `see that the email is readable without ${isOne ? 'it' : 'them'} (${uses[0]?.missing.url})`;
  const message = `${parts} ${isOne ? 'does' : 'do'} not work in ${clients}: ${see}.${places}`;
  return { code: 'unsupported_by_mail_clients', message, offset: uses[0]?.offset ?? 0 };
}

/** Visits everything in a style sheet or style attribute that a mail client may not support. */
function readCss(
  style: StyleText,
  used: UsedRules,
  note: (part: string, offset: number, isInMedia: boolean) => void,
): void {
  const hidden = new Set<CssNode>();
  const { tree } = parseStyle(style);
  removeAlternatives(tree);
  walk(tree, function enter(node) {
    if (this.rule !== null && !used.has(this.rule)) return;
    const isInMedia = this.atrule?.name.toLowerCase() === 'media';
    const see = (part: string, offset: number) => note(part, offset, isInMedia);
    if (node.type === 'Block' || node.type === 'DeclarationList') noteHidden(node.children.toArray(), hidden);
    const offset = style.start + (node.loc?.start.offset ?? 0);
    if (node.type === 'Atrule' && !bringsFonts(node)) see(`@${node.name.toLowerCase()}`, offset);
    if (node.type === 'PseudoClassSelector') see(`:${node.name.toLowerCase()}`, offset);
    if (node.type === 'PseudoElementSelector') see(`::${node.name.toLowerCase()}`, offset);
    if (node.type !== 'Declaration' || hidden.has(node)) return;
    const property = node.property.toLowerCase();
    const value = generate(node.value).trim().toLowerCase();
    const word = value.replace(/\s*!important$/, '');
    if (!NO_EFFECT.has(word)) see(property, offset);
    see(`${property}:${word}`, offset);
    // Decoration may use any feature, because the email works without it.
    if (isDecoration(property)) return;
    for (const [, name = ''] of value.matchAll(/\b([a-z-]+)\(/g)) see(`${name}()`, offset);
  });
}

/** Removes what is only for clients that support it: `@supports` has an alternative, or the email works without it. */
function removeAlternatives(tree: CssNode): void {
  walk(tree, {
    visit: 'Atrule',
    enter({ name }, item, list) {
      if (name.toLowerCase() === 'supports') list.remove(item);
    },
  });
}

/** Collects declarations beside `display: none`, which have no effect. Preview texts are hidden with several. */
function noteHidden(nodes: readonly CssNode[], hidden: Set<CssNode>): void {
  const isHidden = nodes.some(
    (node) => node.type === 'Declaration' && node.property === 'display' && generate(node.value) === 'none',
  );
  if (isHidden) for (const node of nodes) hidden.add(node);
}

function bringsFonts({ name, prelude }: Atrule): boolean {
  return name.toLowerCase() === 'import' && prelude !== null && FONTS.test(generate(prelude));
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
