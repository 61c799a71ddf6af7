import { randomBytes } from 'node:crypto';

/** What was made of a template's markup once, open at its slots. */
export class Structure {
  private constructor(
    private readonly first: string,
    /** After each slot that occurs: its number in the key, and the text up to the next. */
    private readonly slots: readonly number[],
    private readonly texts: readonly string[],
    /** Slots whose blanks are run together, as MJML does within instructions to Outlook. */
    private readonly narrow: readonly boolean[],
  ) {}

  /** About how many bytes of memory it takes. */
  get bytes(): number {
    return this.texts.reduce((sum, text) => sum + 2 * text.length + 64, 2 * this.first.length + 128);
  }

  /**
   * Divides what was made of markup whose slots held the tokens of `tokens`. `narrows`: blanks were run together within
   * instructions to Outlook.
   */
  static of(made: string, tokens: SlotTokens, narrows: boolean): Structure {
    const slots: number[] = [];
    const texts: string[] = [];
    const narrow: boolean[] = [];
    const isNarrow = narrows ? narrowPlaces(made) : () => false;
    let first: string | null = null;
    let at = 0;
    for (const { index, text, slot } of tokens.foundIn(made)) {
      if (first === null) first = made.slice(0, index);
      else texts.push(made.slice(at, index));
      slots.push(slot);
      narrow.push(isNarrow(index));
      at = index + text.length;
    }
    if (first === null) return new Structure(made, [], [], []);
    texts.push(made.slice(at));
    return new Structure(first, slots, texts, narrow);
  }

  /** Puts the values in, as `write` has them. */
  fill(values: readonly string[], write?: (value: string) => string): string {
    // One array is joined faster, and read faster afterwards, than a text that grows.
    const parts: string[] = [this.first];
    for (let index = 0; index < this.slots.length; index += 1) {
      const value = values[this.slots[index] ?? 0] ?? '';
      const written = write === undefined ? value : write(value);
      parts.push(this.narrow[index] === true ? narrowed(written) : written, this.texts[index] ?? '');
    }
    return parts.join('');
  }
}

function narrowed(text: string): string {
  return text.replace(/(^|>)\s+(<|$)/gm, '$1$2').replace(/\s{2,}/g, ' ');
}

/** What stands in slots while a structure is made: words that are found again and that nobody could have written. */
export class SlotTokens {
  private readonly word = `zq${randomBytes(6).toString('hex')}n`;

  tokenOf(slot: number): string {
    return `${this.word}${slot}x`;
  }

  *foundIn(
    made: string,
  ): Generator<{ readonly index: number; readonly text: string; readonly slot: number }> {
    for (const found of made.matchAll(new RegExp(`${this.word}(\\d+)x`, 'g'))) {
      yield { index: found.index, text: found[0], slot: Number(found[1]) };
    }
  }
}

/** Tells which places stand within instructions to Outlook, asked in rising order. */
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
