import { textOfSlot } from './slot-text.js';
import type { Structure } from './structure.js';

/** The plain text of an email with slots. */
export class TextStructure {
  private readonly texts: readonly string[];
  private readonly slots: readonly number[];

  constructor({ texts, slots }: Structure) {
    this.texts = texts.map((text) => Buffer.from(text.buffer, text.byteOffset, text.length).toString());
    this.slots = slots;
  }

  /** The memory of the structure. */
  get bytes(): number {
    const { texts, slots } = this;
    return texts.reduce((sum, text) => sum + 2 * text.length + 32, 256 + 8 * slots.length);
  }

  /** Fills in the values as plain text. A slot can occur several times. */
  fill(values: readonly string[]): string {
    const { texts, slots } = this;
    const parts: string[] = [texts[0] ?? ''];
    for (let index = 0; index < slots.length; index += 1) {
      parts.push(textOfSlot(values[slots[index] ?? 0] ?? ''), texts[index + 1] ?? '');
    }
    return parts.join('');
  }
}
