import { MARK, MARK_LENGTH, markOf, type Piece, pieceAt, SLOT } from './notation.js';
import { harmless, judge, type Region } from './region.js';

/** What one run of a staged template came to. */
export interface Reading {
  /** What the structure depends on: equal keys of a template have the same markup but for their slots. */
  readonly key: string;
  /** The values of the slots, in the order of the key. */
  readonly slots: readonly string[];
  /** A value may change how all the rest is read: there are no slots then, the key is all there is. */
  readonly isWild: boolean;
}

/** Divides the output of a staged template into its structure and the values that only have to be put in. */
export function readRun(output: string, pieces: readonly Piece[]): Reading {
  const reader = new RunReader(output, pieces, true);
  const key = reader.read();
  if (!reader.isWild) return { key, slots: reader.slots, isWild: false };
  return { key: new RunReader(output, pieces, false).read(), slots: [], isWild: true };
}

/** The markup that a key stands for, `token` in the place of its slots. */
export function markupOf(key: string, pieces: readonly Piece[], token: (slot: number) => string): string {
  const parts: string[] = [];
  let slot = 0;
  let at = 0;
  for (let next = key.indexOf(MARK); next >= 0; next = key.indexOf(MARK, at)) {
    if (next > at) parts.push(key.slice(at, next));
    const piece = pieceAt(key, next, pieces);
    const text = textOf(piece, pieces);
    if (text !== '') parts.push(text);
    if (typeof piece !== 'string') parts.push(token(slot++));
    at = next + MARK_LENGTH;
  }
  parts.push(key.slice(at));
  return parts.join('');
}

/** How long that markup is, without the slots. */
export function lengthOf(key: string, pieces: readonly Piece[]): number {
  let length = key.length;
  for (let at = key.indexOf(MARK); at >= 0; at = key.indexOf(MARK, at + MARK_LENGTH)) {
    const piece = pieceAt(key, at, pieces);
    length += textOf(piece, pieces).length - MARK_LENGTH;
  }
  return length;
}

/** The text that a mark stands for, or has before it. */
function textOf(piece: Piece | null | undefined, pieces: readonly Piece[]): string {
  const before = piece === null || piece === undefined || typeof piece === 'string' ? null : piece.before;
  const text = before === null ? piece : pieces[before];
  return typeof text === 'string' ? text : '';
}

class RunReader {
  readonly slots: string[] = [];
  isWild = false;
  private at = 0;

  constructor(
    private readonly output: string,
    private readonly pieces: readonly Piece[],
    private readonly hasSlots: boolean,
  ) {}

  read(): string {
    let key = '';
    for (let next = this.output.indexOf(MARK); next >= 0; next = this.output.indexOf(MARK, this.at)) {
      if (next > this.at) key += this.output.slice(this.at, next);
      const piece = pieceAt(this.output, next, this.pieces);
      this.at = next + MARK_LENGTH;
      if (typeof piece === 'string') key += this.output.slice(next, this.at);
      else if (piece) key += this.settle(piece, next, this.readInside());
    }
    return key + this.output.slice(this.at);
  }

  /** The output of a region up to its end, regions in it included. */
  private readInside(): string {
    let text = '';
    for (;;) {
      const next = this.output.indexOf(MARK, this.at);
      if (next < 0) return text;
      text += this.output.slice(this.at, next);
      const piece = pieceAt(this.output, next, this.pieces);
      this.at = next + MARK_LENGTH;
      if (piece === null) return text;
      if (typeof piece === 'string') text += piece;
      else if (piece) text += this.settleInside(piece, this.readInside());
    }
  }

  private settleInside(region: Region, output: string): string {
    if (region.raw !== null && output !== '' && judge(region, output) === 'wild') this.isWild = true;
    return harmless(region, output);
  }

  /** What takes the place of a region in the key; its own mark where it is a slot as it is. */
  private settle(region: Region, start: number, written: string): string {
    const output = harmless(region, written);
    // MJML leaves out what is blank, and blanks at the ends.
    const inner = output.trim();
    const verdict = inner === '' || !this.hasSlots ? 'literal' : judge(region, inner);
    if (verdict === 'wild') this.isWild = true;
    const before = region.before === null ? '' : markOf(region.before);
    if (verdict !== 'slot') return before + output;
    this.slots.push(inner);
    if (inner.length === output.length) return this.output.slice(start, start + MARK_LENGTH);
    const from = output.length - output.trimStart().length;
    return before + output.slice(0, from) + SLOT + output.slice(from + inner.length);
  }
}
