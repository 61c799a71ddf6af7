import { partsOf } from '../formats/tags.js';

/** CSS in a template: a style sheet, or the attribute of an element. */
export interface StyleText {
  readonly css: string;
  readonly start: number;
  readonly isSheet: boolean;
}

const SHEETS = new Set(['style', 'mj-style']);
const CSS_TYPE = /^\s*(?:text\/css\s*)?$/i;

/** All CSS of a template, in the order of its text. */
export function* stylesIn(markup: string): Generator<StyleText> {
  let sheetStart: number | null = null;
  for (const part of partsOf(markup)) {
    if (part.kind === 'close' && SHEETS.has(part.name) && sheetStart !== null) {
      yield { css: markup.slice(sheetStart, part.start), start: sheetStart, isSheet: true };
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
