import { randomBytes } from 'node:crypto';

/** A token found in compiled markup. */
export interface FoundToken {
  readonly index: number;
  readonly text: string;
  readonly slot: number;
}

/** Random words that no template contains, to fill the slots while a structure is made. */
export class SlotTokens {
  private readonly word = `zq${randomBytes(6).toString('hex')}n`;

  tokenOf(slot: number): string {
    return `${this.word}${slot}x`;
  }

  *foundIn(made: string): Generator<FoundToken> {
    for (const found of made.matchAll(new RegExp(`${this.word}(\\d+)x`, 'g'))) {
      yield { index: found.index, text: found[0], slot: Number(found[1]) };
    }
  }
}
