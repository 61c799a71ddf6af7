import { randomBytes } from 'node:crypto';

/** A token in compiled markup. */
export interface FoundToken {
  readonly index: number;
  readonly text: string;
  readonly slot: number;
}

/** Fills the slots while a structure is made, with random words that no template contains. */
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
