import { type CssNode, type Declaration as DeclarationNode, generate, lexer, parse } from 'css-tree';
import { limitedMistakes } from '../../shared/css-mistakes.js';
import { refuseMistakes } from './work-budget.js';

/** A CSS declaration in a style sheet or a style attribute. */
export interface Declaration {
  /** In lower case. */
  readonly property: string;
  /** The value as written, without `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
  /** True if every client understands it, so that it overrides earlier declarations of the same property everywhere. */
  readonly isCertain: boolean;
  /** True if it means the same in a style attribute. */
  readonly isInlinable: boolean;
  /** The end of the value in the parsed text. */
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

/** @param css the parsed text, which the node's offsets refer to */
export function declarationOf(node: DeclarationNode, css: string): Declaration {
  const { value: valueNode, loc } = node;
  const property = node.property.toLowerCase();
  const start = valueNode.loc?.start.offset ?? 0;
  const written = css.slice(start, valueNode.loc?.end.offset ?? start).trimEnd();
  const end = start + written.length;
  // At the end of a style sheet, quotes and brackets may be unclosed.
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

/** The declarations of a style attribute. Omits those that no client can parse. @throws BudgetExceeded */
export function declarationsOf(styleAttribute: string): readonly Declaration[] {
  const list = parse(styleAttribute, {
    context: 'declarationList',
    positions: true,
    parseCustomProperty: false,
    onParseError: limitedMistakes(styleAttribute, refuseMistakes),
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
