import { randomBytes } from 'node:crypto';
import type { Region } from './region.js';

const FIRST = 0x80;
const BASE = 0x80;

/**
 * How a run of a staged template is written: literal text, and marks for everything else. A mark is followed by two
 * characters: the number of a piece (a text of the template, or the beginning of a region), the end of a region, or a
 * slot. Marks are made anew in every thread, so that no value can hold one, and of characters that take one byte in
 * memory, so that what is written takes no more than its text would.
 */
export const MARK = `\0${[...randomBytes(6)].map(character).join('')}`;

/** A text of the template, or where a region begins. */
export type Piece = string | Region;

const CLOSING = 0;
const SLOT_NUMBER = 1;
const FIRST_PIECE = 2;

/** How long a mark is. */
export const MARK_LENGTH = MARK.length + 2;

/** Ends the region that began last. */
export const CLOSE = numbered(CLOSING);
/** Stands in a key for a value that takes no part in the structure. */
export const SLOT = numbered(SLOT_NUMBER);

/** Stands for a piece. */
export function markOf(index: number): string {
  return numbered(FIRST_PIECE + index);
}

/** What a mark stands for: a piece; else null for the end of a region and undefined for a slot. */
export function pieceAt(written: string, at: number, pieces: readonly Piece[]): Piece | null | undefined {
  const high = written.charCodeAt(at + MARK.length) - FIRST;
  const number = high * BASE + written.charCodeAt(at + MARK.length + 1) - FIRST;
  if (number === CLOSING) return null;
  return number === SLOT_NUMBER ? undefined : pieces[number - FIRST_PIECE];
}

function numbered(number: number): string {
  return MARK + character(Math.floor(number / BASE)) + character(number);
}

function character(number: number): string {
  return String.fromCharCode(FIRST + (number % BASE));
}
