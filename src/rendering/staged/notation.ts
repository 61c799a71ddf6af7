import { randomBytes } from 'node:crypto';
import type { Region } from './region.js';

/**
 * How a run of a staged template is written: literal text, and marks for everything else. A mark is followed by one
 * character: the number of a piece (a text of the template, or the beginning of a region), or the end of a region.
 * Marks are made anew in every thread, so that no value can hold one.
 */
export const MARK = `\0${[...randomBytes(3)].map((byte) => String.fromCharCode(0xe000 + byte)).join('')}`;

/** A text of the template, or where a region begins. */
export type Piece = string | Region;

const CLOSING = 1;
const SLOT_CODE = 2;
const FIRST_PIECE = 256;

/** Ends the region that began last. */
export const CLOSE = MARK + String.fromCharCode(CLOSING);
/** Stands in a key for a value that takes no part in the structure. */
export const SLOT = MARK + String.fromCharCode(SLOT_CODE);

/** Stands for a piece. */
export function markOf(index: number): string {
  return MARK + String.fromCharCode(FIRST_PIECE + index);
}

/** What a mark stands for: a piece; else null for the end of a region and undefined for a slot. */
export function pieceAt(written: string, at: number, pieces: readonly Piece[]): Piece | null | undefined {
  const code = written.charCodeAt(at + MARK.length);
  if (code === CLOSING) return null;
  return code === SLOT_CODE ? undefined : pieces[code - FIRST_PIECE];
}

/** How long a mark is. */
export const MARK_LENGTH = MARK.length + 1;
