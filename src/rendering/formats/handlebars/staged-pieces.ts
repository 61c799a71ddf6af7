import type { Piece } from '../../staged/notation.js';
import type { SlotShape } from '../../staged/slot-candidate.js';

/** The pieces of a template. Equal candidates share their shape. */
export class StagedPieces {
  readonly pieces: Piece[] = [];
  private readonly shapes = new Map<string, SlotShape>();

  /** Adds a text, and returns its number. */
  addText(text: string): number {
    return this.pieces.push(text) - 1;
  }

  /** Adds a candidate, and returns its number. */
  addCandidate(before: number | null, shape: SlotShape): number {
    const key = JSON.stringify(shape);
    const shared = this.shapes.get(key) ?? shape;
    this.shapes.set(key, shared);
    return this.pieces.push({ before, shape: shared }) - 1;
  }
}
