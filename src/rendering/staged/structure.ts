import type { SlotTokens } from './slot-tokens.js';

/** Compiled markup, divided at its slots. */
export interface Structure {
  /** The texts around the slots: always one more than slots. */
  readonly texts: readonly string[];
  /** The number in the key of each slot that occurs. */
  readonly slots: readonly number[];
  /** Slots whose blanks are run together, as MJML does within conditional comments for Outlook. */
  readonly narrow: readonly boolean[];
}

/**
 * Divides compiled markup at the tokens that filled its slots. `narrows`: compiling ran blanks together within conditional
 * comments for Outlook.
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
  return { texts, slots, narrow };
}

/** A value as it is written into a narrow slot. */
export function narrowed(text: string): string {
  return text.replace(/(^|>)\s+(<|$)/gm, '$1$2').replace(/\s{2,}/g, ' ');
}

/** Answers whether an index is within a conditional comment for Outlook. Ask in rising order. */
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
