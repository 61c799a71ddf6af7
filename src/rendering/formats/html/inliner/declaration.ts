import { type CssNode, type Declaration as DeclarationNode, generate, lexer, parse } from 'css-tree';

/** A declaration of a style sheet or of a style attribute. */
export interface Declaration {
  /** In lower case. */
  readonly property: string;
  /** Its value as the author wrote it, without `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
  /** Any client reads it, so that a declaration of the same property before it counts nowhere. */
  readonly isCertain: boolean;
  /** It means the same in a style attribute. */
  readonly isInlinable: boolean;
  /** The end of its value in the text that it was parsed from. */
  readonly end: number;
}

const PROPERTY = /^-?[a-z][a-z0-9-]*$/;
const UNITS: ReadonlySet<string> = new Set(['px', 'em', 'pt', '%']);
const CERTAIN_PARTS: ReadonlySet<CssNode['type']> = new Set([
  'Identifier',
  'Number',
  'Percentage',
  'Hash',
  'String',
  'Url',
  'Operator',
]);

/** `css` is the text that the node was parsed from; offsets of nodes count in it. */
export function declarationOf(node: DeclarationNode, css: string): Declaration {
  const { value: valueNode, loc } = node;
  const property = node.property.toLowerCase();
  const start = valueNode.loc?.start.offset ?? 0;
  const written = css.slice(start, valueNode.loc?.end.offset ?? start).trimEnd();
  const end = start + written.length;
  // At the end of a style sheet, quotes and brackets may be left open.
  const isWhole = end < css.trimEnd().length && !written.includes('/*');
  const isRead = valueNode.type === 'Value' && !valueNode.children.isEmpty;
  const value = isRead && !isWhole ? generate(valueNode) : written.replace(/\s*[\n\r\f]\s*/g, ' ').trim();
  return {
    property,
    value,
    isImportant: node.important === true,
    isCertain: isRead && isCertain(node, value),
    isInlinable:
      isRead &&
      loc !== undefined &&
      typeof node.important === 'boolean' &&
      PROPERTY.test(property) &&
      !/\\|revert-layer/i.test(value),
    end,
  };
}

/** The declarations of a style attribute; those that no client can read are left out. */
export function declarationsOf(styleAttribute: string): readonly Declaration[] {
  const list = parse(styleAttribute, {
    context: 'declarationList',
    positions: true,
    parseCustomProperty: false,
  });
  if (list.type !== 'DeclarationList') return [];
  return list.children
    .toArray()
    .flatMap((node) => (node.type === 'Declaration' ? [declarationOf(node, styleAttribute)] : []));
}

const known = new Map<string, boolean>();
const MAX_KNOWN = 20_000;

function isCertain(node: DeclarationNode, written: string): boolean {
  const key = `${node.property}:${written}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const found = isReadByAll(node);
  known.set(key, found);
  return found;
}

function isReadByAll({ property, value }: DeclarationNode): boolean {
  if (value.type !== 'Value') return false;
  const isPlain = value.children
    .toArray()
    .every((part) => CERTAIN_PARTS.has(part.type) || (part.type === 'Dimension' && UNITS.has(part.unit)));
  return isPlain && lexer.matchProperty(property, value).error === null;
}
