import type { Structure } from '../staged/structure.js';

/** Serialises a structure. */
export function encodeStructure({ texts, slots, narrow }: Structure): Buffer {
  return Buffer.from(JSON.stringify([texts, slots, narrow]));
}

/** Reverses `encodeStructure`. Null for anything else. */
export function decodeStructure(stored: Buffer): Structure | null {
  const value = parsed(stored);
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [texts, slots, narrow]: readonly unknown[] = value;
  if (!isListOf(texts, isText) || !isListOf(slots, isNumber) || !isListOf(narrow, isFlag)) return null;
  if (texts.length !== slots.length + 1 || narrow.length !== slots.length) return null;
  return { texts, slots, narrow };
}

function parsed(stored: Buffer): unknown {
  try {
    return JSON.parse(stored.toString());
  } catch {
    return null;
  }
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
