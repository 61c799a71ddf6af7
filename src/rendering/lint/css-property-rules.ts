import { walk } from 'css-tree';
import { similarName } from '../../shared/domain/similar-name.js';
import type { SourceFault } from '../domain/template-fault.js';
import { missingSemicolon } from '../formats/shared/css-check.js';
import { FILLER } from '../formats/shared/format.js';
import type { ReadMarkup } from '../formats/shared/tags.js';
import { commonProperties, cssProperties } from './css-properties.js';
import { parseStyle, stylesIn, type StyleText } from './styles.js';

/** Any other name is a hack for one mail program, or contains an expression. */
const PLAIN_NAME = /^[a-z][a-z0-9-]*$/i;
/** Vendor properties, of which there is no list. */
const OF_ONE_PROGRAM = /^(?:mso|v|o)-/;
const BARE_PREFIX = /^(?:webkit|moz|ms)-/;
/** HTML attributes and other names that authors write as properties. */
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
/** Names long enough to compare. Short names are similar to too many others. */
const longNames = [...cssProperties].filter((name) => name.length > 6);
const MAX_WARNINGS = 100;
/** No email has more different names, and each takes time. */
const MAX_NAMES = 500;
const MAX_EXCERPT = 40;

/**
 * Warns of misspelt CSS properties in style sheets and style attributes, and of declarations without a colon in style
 * attributes; the first hundred. Accepts a name that is not similar to any, since it may be a property unknown here.
 */
export function propertyWarnings(shown: ReadMarkup): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  const meanings = new Map<string, string | null>();
  for (const style of stylesIn(shown)) {
    const { names, broken } = declarationsIn(style);
    warnings.push(...broken);
    for (const { name, offset } of names) {
      if (meanings.size > MAX_NAMES) return warnings.slice(0, MAX_WARNINGS);
      const meant = meanings.has(name) ? (meanings.get(name) ?? null) : meantBy(name.toLowerCase());
      meanings.set(name, meant);
      if (meant === null) continue;
      const message = `There is no CSS property ${name}. Did you mean ${meant}?`;
      warnings.push({ code: 'unknown_property', message, offset });
    }
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings.slice(0, MAX_WARNINGS);
}

function declarationsIn(style: StyleText) {
  const names: { readonly name: string; readonly offset: number }[] = [];
  const { tree, unreadable } = parseStyle(style);
  walk(tree, {
    visit: 'Declaration',
    enter({ property, loc }) {
      // Rules such as @font-face contain descriptors, which have other names.
      const isDescriptor = style.isSheet && this.rule === null;
      if (isDescriptor || !PLAIN_NAME.test(property) || !loc) return;
      names.push({ name: property, offset: style.start + loc.start.offset });
    },
  });
  // The checks of the template's type report those in style sheets.
  if (style.isSheet) return { names, broken: [] };
  const broken = unreadable.flatMap(({ text, offset }) => brokenDeclaration(text, style.start + offset));
  walk(tree, {
    visit: 'Declaration',
    enter({ loc }) {
      if (!loc) return;
      const { start, end } = loc;
      const written = style.css.slice(start.offset, end.offset);
      const next = written.includes(FILLER) ? null : missingSemicolon(written);
      if (next === null) return;
      const offset = style.start + start.offset + next.index;
      broken.push({ code: 'css_missing_semicolon', message: next.message, offset });
    },
  });
  return { names, broken };
}

function brokenDeclaration(text: string, offset: number): readonly SourceFault[] {
  const written = text.replace(/;\s*$/, '').trim();
  // Expressions, blank or filled here, may contain the colon.
  const isUncertain = written === '' || /[:{}<]|\s{4}/.test(written) || written.includes(FILLER);
  if (isUncertain) return [];
  const excerpt = written.length > MAX_EXCERPT ? `${written.slice(0, MAX_EXCERPT - 1)}…` : written;
  const [, name = '', value = ''] = /^([a-z-]+)[\s=]+(.+)$/is.exec(written) ?? [];
  const message = cssProperties.has(name.toLowerCase())
    ? `"${excerpt}" has no colon, so it has no effect: write "${name}: ${value.slice(0, MAX_EXCERPT)}".`
    : `"${excerpt}" is not a declaration, so it has no effect: write a property, a colon and a value, such as "color: red".`;
  const start = offset + (text.length - text.trimStart().length);
  return [{ code: 'css_invalid_declaration', message, offset: start }];
}

/** The property that was probably meant; null for a correct name, or one similar to none. */
function meantBy(name: string): string | null {
  if (cssProperties.has(name) || OF_ONE_PROGRAM.test(name)) return null;
  if (BARE_PREFIX.test(name)) return `-${name}`;
  return INSTEAD.get(name) ?? similarName(name, commonProperties) ?? similarName(name, longNames);
}
