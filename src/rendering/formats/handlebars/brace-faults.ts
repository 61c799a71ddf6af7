import type { SourceFault } from '../../domain/template-fault.js';

/** The length up to which expressions are quoted in messages. */
const MAX_SHOWN = 80;
/** `{{#if {{client}} }}`: the opening, and the expression inside. */
const NESTED = /^\{\{(\s*#?\s*[\w.]*)\s*\{\{\s*([^{}\r\n]+?)\s*\}\}\s*\}\}/;
const NAME = /^\{\{~?[#/]\s*([^\s}]+)/;
const MANY_BRACES = /\{{4,}/y;

/** The fault of an expression with a wrong number of braces, and its end; null if the braces are right. */
export function bracesAt(
  text: string,
  start: number,
): { readonly message: string; readonly end: number } | null {
  const piece = text.slice(start, start + MAX_SHOWN);
  const [four = '', inFour = ''] = /^\{{4}([^{}]+)\}{4}/.exec(piece) ?? [];
  if (four !== '') {
    const message = `Four braces begin text that is not read, up to {{{{/${inFour.trim()}}}}}: write {{${inFour}}} with two.`;
    return { message, end: start + four.length };
  }
  const [nested = '', opening = '', inner = ''] = NESTED.exec(piece) ?? [];
  if (nested !== '') {
    const instead = `${opening.trim()} ${inner}`.trim();
    return {
      message: `An expression cannot contain another one: write {{${instead}}}.`,
      end: start + nested.length,
    };
  }
  const [one = '', inOne = ''] = /^\{\{([^{}\r\n]+)\}(?!\})/.exec(piece) ?? [];
  if (one !== '') {
    const message = `Two braces open this expression, so two have to close it: write {{${inOne}}}.`;
    return { message, end: start + one.length };
  }
  MANY_BRACES.lastIndex = start;
  if (!MANY_BRACES.test(text)) return null;
  const message =
    'Four braces begin text that is not read, and nothing ends it: write two, as in {{client.name}}.';
  return { message, end: MANY_BRACES.lastIndex };
}

/** The faults of blocks that do not follow from the wrong braces of a block's beginning or end. */
export function withoutConsequences(
  data: string,
  faults: readonly SourceFault[],
  wrong: readonly { readonly start: number }[],
): readonly SourceFault[] {
  const nameAt = (offset: number) => NAME.exec(data.slice(offset, offset + MAX_SHOWN))?.[1];
  return faults.filter(({ code, offset }) => {
    const isEnd = code !== 'unclosed_block';
    return !wrong.some(({ start }) => {
      const isOther = data.slice(start, start + MAX_SHOWN).search(isEnd ? /^\{\{~?#/ : /^\{\{~?\//) === 0;
      return isOther && start < offset === isEnd && nameAt(start) === nameAt(offset);
    });
  });
}
