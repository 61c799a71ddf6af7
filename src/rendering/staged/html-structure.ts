import { narrowed, type Structure } from './structure.js';

/** Longer values are written faster by one native call than character by character. */
const SHORT = 24;
/** The most bytes of UTF-8 that one unit of a string can take. */
const UNIT_BYTES = 3;
/** Memory per text besides its bytes: the view and the slot. */
const VIEW_BYTES = 128;
/** HTML is assembled here, then copied. Grows to the size of the largest HTML. */
let workspace = Buffer.allocUnsafeSlow(256 * 1024);

/** Compiled HTML in UTF-8 with slots, so that only the values remain to be encoded. */
export class HtmlStructure {
  private readonly texts: readonly Uint8Array[];
  private readonly slots: readonly number[];
  private readonly narrow: readonly boolean[] | null;
  /** The memory of the structure. */
  readonly bytes: number;

  constructor({ texts, slots, narrow }: Structure) {
    this.texts = texts;
    this.slots = slots;
    this.narrow = narrow.includes(true) ? narrow : null;
    this.bytes = texts.reduce((sum, { length }) => sum + length + VIEW_BYTES, 0);
  }

  /** Fills in the values. The result has its own buffer, so that a thread can transfer it without a copy. */
  fill(values: readonly string[]): Uint8Array {
    const { texts, slots, narrow } = this;
    const [first = NOTHING] = texts;
    let target = roomFor(first.length);
    target.set(first);
    let at = first.length;
    for (let index = 0; index < slots.length; index += 1) {
      const value = values[slots[index] ?? 0] ?? '';
      const written = narrow !== null && narrow[index] === true ? narrowed(value) : value;
      const text = texts[index + 1] ?? NOTHING;
      const most = at + UNIT_BYTES * written.length + text.length;
      if (most > target.length) target = roomFor(most);
      at = write(written, target, at);
      target.set(text, at);
      at += text.length;
    }
    return new Uint8Array(target.buffer.slice(0, at));
  }
}

const NOTHING = new Uint8Array();

function roomFor(bytes: number): Buffer {
  if (bytes <= workspace.length) return workspace;
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  larger.set(workspace);
  workspace = larger;
  return larger;
}

/** Writes a value in UTF-8. Returns the index after it. */
function write(value: string, target: Buffer, at: number): number {
  const { length } = value;
  if (length > SHORT) return at + target.write(value, at);
  for (let index = 0; index < length; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit > 0x7f) return at + target.write(value, at);
    target[at + index] = unit;
  }
  return at + length;
}
