import { type CssNode, parse } from 'css-tree';
import { limitedMistakes } from '../formats/shared/css-mistakes.js';
import type { ReadMarkup } from '../formats/shared/tags.js';

/** CSS in a template: a style sheet or a style attribute. */
export interface StyleText {
  readonly css: string;
  readonly start: number;
  readonly isSheet: boolean;
}

/** A range of CSS that cannot be parsed, including what is ignored with it. */
export interface UnreadableCss {
  readonly text: string;
  readonly offset: number;
}

const SHEETS = new Set(['style', 'mj-style']);
const CSS_TYPE = /^\s*(?:text\/css\s*)?$/i;
/** Character references of quotes in attributes. They are replaced by quotes and blanks of the same length. */
const QUOTE = /&(?:quot|#34|apos|#39);/gi;
const OLD_COMMENT = /<!--|-->/g;

/** All CSS of a template, in the order of the text. */
export function* stylesIn({ text, parts }: ReadMarkup): Generator<StyleText> {
  let sheetStart: number | null = null;
  for (const part of parts) {
    if (part.kind === 'close' && SHEETS.has(part.name) && sheetStart !== null) {
      yield { css: text.slice(sheetStart, part.start), start: sheetStart, isSheet: true };
      sheetStart = null;
    }
    if (part.kind !== 'open') continue;
    const isCss = CSS_TYPE.test(part.attributes.get('type') ?? '');
    if (SHEETS.has(part.name) && !part.isSelfClosing && isCss) sheetStart = part.end;
    const css = part.attributes.get('style');
    if (css !== undefined)
      yield { css, start: part.places.get('style')?.valueStart ?? part.start, isSheet: false };
  }
}

/** Parses any CSS with error recovery. Offsets of nodes refer to `css`. */
export function parseStyle({ css, isSheet }: StyleText): {
  readonly tree: CssNode;
  readonly unreadable: readonly UnreadableCss[];
} {
  const unreadable: UnreadableCss[] = [];
  const plain = css
    .replace(QUOTE, (reference) => '"'.padEnd(reference.length))
    .replace(OLD_COMMENT, (mark) => ' '.repeat(mark.length));
  const options = {
    context: isSheet ? 'stylesheet' : 'declarationList',
    positions: true,
    parseValue: false,
    parseCustomProperty: false,
  };
  const noteMistake = limitedMistakes(plain, refuseMistakes);
  try {
    const tree = parse(plain, {
      ...options,
      // Contrary to its type, `node` is null if a condition such as that of "@media (" ends too early.
      onParseError: (_, node: CssNode | null) => {
        if (node?.type === 'Raw' && node.loc)
          unreadable.push({ text: node.value, offset: node.loc.start.offset });
        noteMistake();
      },
    });
    return { tree, unreadable };
  } catch (error) {
    if (!(error instanceof TooManyMistakes)) throw error;
    return { tree: parse('', options), unreadable };
  }
}

/** The rest of such a text says nothing. */
class TooManyMistakes extends Error {}

function refuseMistakes(): never {
  throw new TooManyMistakes();
}
