import { Injectable } from '@nestjs/common';
import type { Steps } from './domain/steps.js';
import { ThreadShare } from './thread-share.js';

/** Smaller documents are bounded sufficiently by the number and size of requests. */
const LIGHT_BYTES = 1_048_576;
const BYTES_OF_ALL = 96 * 1_048_576;
const BYTES_OF_PARTNER = BYTES_OF_ALL / 3;
/**
 * Approximate memory of a value besides its characters. `[]` is two characters of JSON, but about 50 bytes in memory.
 */
const VALUE_BYTES = 64;
/** How many characters are examined without a pause. */
const CHARACTERS_AT_ONCE = 65_536;
const [BRACKET, BRACE, COMMA] = [0x5b, 0x7b, 0x2c];

interface Waiting {
  readonly partnerId: number;
  readonly bytes: number;
  readonly goOn: () => void;
}

/**
 * Limits the memory of documents that requests of partners work on in this process. Parsed JSON takes up to fifty times
 * its characters, and because partners take turns with the thread, many documents would be parsed before the work on
 * the first one ends. Documents that find no room wait as text.
 */
@Injectable()
export class DocumentMemory {
  private readonly takenBy = new Map<number, number>();
  private taken = 0;
  /** Oldest first. */
  private readonly waiting: Waiting[] = [];

  constructor(private readonly share: ThreadShare) {}

  /**
   * Resolves when a document may be parsed. Documents wait in the order of the calls, but a partner that already has
   * too much does not delay others.
   * @param json the document's text
   * @returns a function that releases the memory; call it when the document is no longer needed
   */
  async take(partnerId: number, json: string | Uint8Array): Promise<() => void> {
    // Even if every character were a value, it would take little memory.
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

/** The approximate bytes of memory of a document. */
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

/** A separate function for bytes, because one loop over both types would be several times slower. */
function valuesInBytes(json: Uint8Array, start: number, end: number): number {
  let values = 0;
  for (let place = start; place < end; place++) if (isStructure(json[place])) values += 1;
  return values;
}

/** True for a character that begins a value or separates two. */
function isStructure(character: number | undefined): boolean {
  return character === BRACKET || character === BRACE || character === COMMA;
}
