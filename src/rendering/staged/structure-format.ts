import { compressedJson, valueOfCompressedJson } from './compressed-json.js';
import type { Structure } from './structure.js';

/** A structure as it is stored. */
export function encodeStructure({ texts, slots, narrow }: Structure): Uint8Array {
  return compressedJson([texts, slots, narrow]);
}

/** Null for anything that is not a stored structure. */
export function decodeStructure(stored: Uint8Array): Structure | null {
  const value = valueOfCompressedJson(stored);
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [texts, slots, narrow]: readonly unknown[] = value;
  if (!isListOf(texts, isText) || !isListOf(slots, isNumber) || !isListOf(narrow, isFlag)) return null;
  if (texts.length !== slots.length + 1 || narrow.length !== slots.length) return null;
  return { texts, slots, narrow };
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
