import { compressed, decompressed, parsedJson } from './compression.js';
import type { Structure } from './structure.js';

const LINE_END = 0x0a;

/** Serialises a structure: a line of JSON with the lengths of the texts and with the slots, then the texts. */
export function encodeStructure({ texts, slots, narrow }: Structure): Uint8Array {
  const lengths = texts.map(({ length }) => length);
  const head = Buffer.from(`${JSON.stringify([lengths, slots, narrow])}\n`);
  return compressed(Buffer.concat([head, ...texts]));
}

/** Reverses `encodeStructure`. Null for anything else. */
export function decodeStructure(stored: Uint8Array): Structure | null {
  const bytes = decompressed(stored);
  if (bytes === null) return null;
  const start = bytes.indexOf(LINE_END) + 1;
  const value = parsedJson(bytes.toString('utf8', 0, start));
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [lengths, slots, narrow]: readonly unknown[] = value;
  if (!isListOf(lengths, isNumber) || !isListOf(slots, isNumber) || !isListOf(narrow, isFlag)) return null;
  if (lengths.length !== slots.length + 1 || narrow.length !== slots.length) return null;
  const ends = start + lengths.reduce((sum, length) => sum + length, 0);
  if (ends !== bytes.length) return null;
  let at = bytes.byteOffset + start;
  const texts = lengths.map((length) => new Uint8Array(bytes.buffer, (at += length) - length, length));
  return { texts, slots, narrow };
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
