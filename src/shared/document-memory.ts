import { Injectable } from '@nestjs/common';
import type { Steps } from './domain/steps.js';
import { ThreadShare } from './thread-share.js';

/** Documents of less weight are bounded well enough by the number and the bytes of requests. */
const LIGHT_BYTES = 1_048_576;
const BYTES_OF_ALL = 96 * 1_048_576;
const BYTES_OF_PARTNER = BYTES_OF_ALL / 3;
/** About what a value takes in memory besides its characters: `[]` is two of them in JSON, an empty array about 50. */
const VALUE_BYTES = 64;
/** Looked at without a pause. */
const CHARACTERS_AT_ONCE = 65_536;
const [BRACKET, BRACE, COMMA] = [0x5b, 0x7b, 0x2c];

interface Waiting {
  readonly partnerId: number;
  readonly bytes: number;
  readonly goOn: () => void;
}

/**
 * Bounds the memory that documents of partners take while requests work on them, in this process. What JSON is parsed
 * into takes up to fifty times its characters, and partners take turns with the thread, so many documents would be
 * parsed before the work on the first one ends. Those that find no room wait as text.
 */
@Injectable()
export class DocumentMemory {
  private readonly takenBy = new Map<number, number>();
  private taken = 0;
  /** Oldest first. */
  private readonly waiting: Waiting[] = [];

  constructor(private readonly share: ThreadShare) {}

  /**
   * Resolves when a document may be parsed. Partners have their turns in the order of the calls, but a partner that has
   * too much already does not hold up others.
   * @param json its text, as characters or as bytes
   * @returns gives the room back; call it when the document is no longer needed
   */
  async take(partnerId: number, json: string | Uint8Array): Promise<() => void> {
    // Nothing but structure would still be light.
    if (json.length * VALUE_BYTES < LIGHT_BYTES) return () => undefined;
    const bytes = Math.min(await this.share.run(partnerId, weighing(json)), BYTES_OF_PARTNER);
    if (bytes < LIGHT_BYTES) return () => undefined;
    await new Promise<void>((goOn) => {
      this.waiting.push({ partnerId, bytes, goOn });
      this.admit();
    });
    let isTaken = true;
    return () => {
      if (isTaken) this.count(partnerId, -bytes);
      isTaken = false;
      this.admit();
    };
  }

  private admit(): void {
    for (let place = 0; place < this.waiting.length;) {
      const next = this.waiting[place];
      if (next === undefined || this.taken + next.bytes > BYTES_OF_ALL) return;
      if ((this.takenBy.get(next.partnerId) ?? 0) + next.bytes > BYTES_OF_PARTNER) {
        place += 1;
        continue;
      }
      this.waiting.splice(place, 1);
      this.count(next.partnerId, next.bytes);
      next.goOn();
    }
  }

  private count(partnerId: number, bytes: number): void {
    this.taken += bytes;
    const taken = (this.takenBy.get(partnerId) ?? 0) + bytes;
    if (taken === 0) this.takenBy.delete(partnerId);
    else this.takenBy.set(partnerId, taken);
  }
}

/** About how many bytes a document takes in memory. */
function* weighing(json: string | Uint8Array): Steps<number> {
  let values = 0;
  for (let start = 0; start < json.length; start += CHARACTERS_AT_ONCE) {
    const end = Math.min(start + CHARACTERS_AT_ONCE, json.length);
    values += typeof json === 'string' ? valuesIn(json, start, end) : valuesInBytes(json, start, end);
    yield;
  }
  return json.length + VALUE_BYTES * values;
}

function valuesIn(json: string, start: number, end: number): number {
  let values = 0;
  for (let place = start; place < end; place++) if (isStructure(json.charCodeAt(place))) values += 1;
  return values;
}

/** The same on its own, because one loop over both kinds would be several times slower. */
function valuesInBytes(json: Uint8Array, start: number, end: number): number {
  let values = 0;
  for (let place = start; place < end; place++) if (isStructure(json[place])) values += 1;
  return values;
}

/** True for what begins a value, or ends one before another. */
function isStructure(character: number | undefined): boolean {
  return character === BRACKET || character === BRACE || character === COMMA;
}
