import { randomBytes } from 'node:crypto';
import type { SlotCandidate } from './slot-candidate.js';

const FIRST = 0x80;
const BASE = 0x80;

/**
 * The notation of keys: literal text, and marks for everything else. A mark is followed by the number of a piece and
 * the number of consecutive pieces that it represents, two characters each. Marks are random in every thread, so that
 * no value contains one, and consist of one-byte characters. There can be 16,384 pieces, far more than a template can
 * have expressions.
 */
const MARK = `\0${[...randomBytes(6)].map(character).join('')}`;
const MARK_LENGTH = MARK.length + 4;

/** A text of the template, or a candidate for slots. */
export type Piece = string | SlotCandidate;

/** The mark of a slot between literal output. */
export const SLOT = marked(0, 0);

/** Caches marks, because a template writes the same ones in every run. */
const MARKS = new Map<number, string>();
const MAX_MARKS = 16_384;

/** The mark of pieces: a text, or slots and the texts between them. */
export function markOf(first: number, count = 1): string {
  const number = first * BASE * BASE + count;
  const kept = MARKS.get(number);
  if (kept !== undefined) return kept;
  if (MARKS.size >= MAX_MARKS) MARKS.clear();
  const mark = marked(first, count);
  MARKS.set(number, mark);
  return mark;
}

/**
 * A thread-independent form of a key that consists only of marks. Null if the key contains output of expressions, which
 * may be personal data.
 */
export function dataFreeKey(key: string): string | null {
  const numbers: string[] = [];
  for (let at = 0; at < key.length; at += MARK_LENGTH) {
    if (!key.startsWith(MARK, at)) return null;
    numbers.push(key.slice(at + MARK.length, at + MARK_LENGTH));
  }
  return numbers.join('');
}

/** The markup of a key, with tokens in its slots. */
export function markupOf(key: string, pieces: readonly Piece[], token: (slot: number) => string): string {
  const parts: string[] = [];
  let slot = 0;
  for (const part of partsOf(key, pieces)) parts.push(part === null ? token(slot++) : part);
  return parts.join('');
}

/** The length of the markup of a key without slots. */
export function lengthOf(key: string, pieces: readonly Piece[]): number {
  let length = 0;
  for (const part of partsOf(key, pieces)) length += part?.length ?? 0;
  return length;
}

/** The texts of a key in order, with null for each slot. */
function* partsOf(key: string, pieces: readonly Piece[]): Generator<string | null> {
  let at = 0;
  for (let next = key.indexOf(MARK); next >= 0; next = key.indexOf(MARK, at)) {
    yield key.slice(at, next);
    const first = numberAt(key, next + MARK.length);
    const count = numberAt(key, next + MARK.length + 2);
    if (count === 0) yield null;
    for (const piece of pieces.slice(first, first + count)) {
      if (typeof piece === 'string') yield piece;
      else yield* [textAt(piece.before, pieces), null];
    }
    at = next + MARK_LENGTH;
  }
  yield key.slice(at);
}

function textAt(index: number | null, pieces: readonly Piece[]): string {
  const text = index === null ? '' : pieces[index];
  return typeof text === 'string' ? text : '';
}

function marked(first: number, count: number): string {
  return MARK + numbered(first) + numbered(count);
}

function numbered(number: number): string {
  return character(Math.floor(number / BASE)) + character(number);
}

function numberAt(key: string, at: number): number {
  return (key.charCodeAt(at) - FIRST) * BASE + key.charCodeAt(at + 1) - FIRST;
}

function character(number: number): string {
  return String.fromCharCode(FIRST + (number % BASE));
}
