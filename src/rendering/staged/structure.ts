import type { SlotTokens } from './slot-tokens.js';

/** Compiled markup, split at its slots. */
export interface Structure {
  /** The texts around the slots in UTF-8, one more than slots. */
  readonly texts: readonly Uint8Array[];
  /** The number of each slot in the key. */
  readonly slots: readonly number[];
  /** Whether a slot's blanks are collapsed, which MJML does within conditional comments for Outlook. */
  readonly narrow: readonly boolean[];
}

/**
 * Splits compiled markup at the tokens that filled its slots.
 * @param narrows true if compiling collapsed blanks within conditional comments for Outlook
 */
export function structureOf(made: string, tokens: SlotTokens, narrows: boolean): Structure {
  const slots: number[] = [];
  const texts: string[] = [];
  const narrow: boolean[] = [];
  const isNarrow = narrows ? narrowPlaces(made) : () => false;
  let at = 0;
  for (const { index, text, slot } of tokens.foundIn(made)) {
    texts.push(made.slice(at, index));
    slots.push(slot);
    narrow.push(isNarrow(index));
    at = index + text.length;
  }
  texts.push(made.slice(at));
  return { texts: encoded(texts), slots, narrow };
}

/** Texts in UTF-8, in one buffer. */
function encoded(texts: readonly string[]): readonly Uint8Array[] {
  const whole = new TextEncoder().encode(texts.join(''));
  let end = 0;
  return texts.map((text) => whole.subarray(end, (end += Buffer.byteLength(text))));
}

/** Collapses a value's blanks for a narrow slot. */
export function narrowed(text: string): string {
  return text.replace(/(^|>)\s+(<|$)/gm, '$1$2').replace(/\s{2,}/g, ' ');
}

/** Returns a test whether an index is within a conditional comment for Outlook. Call it with ascending indexes. */
function narrowPlaces(made: string): (index: number) => boolean {
  const body = made.indexOf('<body');
  let start = body < 0 ? -1 : made.indexOf('<!--[if', body);
  let end = start < 0 ? -1 : endOfInstruction(made, start);
  return (index) => {
    while (start >= 0 && end < index) {
      start = made.indexOf('<!--[if', end);
      end = start < 0 ? -1 : endOfInstruction(made, start);
    }
    return start >= 0 && start < index;
  };
}

function endOfInstruction(made: string, start: number): number {
  const end = made.indexOf('<![endif]-->', start);
  return end < 0 ? made.length : end;
}
