import type { SourceLocation, TextLines } from './text-lines.js';

/** A place in a template or in one of its snippets. */
export interface OriginalPlace extends SourceLocation {
  /** The name of the snippet; null for the template. */
  readonly snippet: string | null;
}

/** A segment of an expanded template. It ends where the next one starts. */
export interface SourceSegment {
  /** Offset in the expanded template. */
  readonly start: number;
  readonly snippet: string | null;
  /** The origin of the first character. */
  readonly line: number;
  readonly column: number;
  /** True if a reference generated all of it, so that every character maps to the same origin. */
  readonly isGenerated: boolean;
}

/** Maps places in an expanded template to their origins. Segments must be in the order of the text. */
export class SourceMap {
  constructor(readonly segments: readonly SourceSegment[]) {}

  /** @param lines the lines of the expanded template */
  originOf(place: SourceLocation, lines: TextLines): OriginalPlace {
    const offset = lines.offsetOf(place);
    const segment = this.segments.findLast(({ start }) => start <= offset);
    if (segment === undefined) return { ...place, snippet: null };
    const { snippet, line, column, isGenerated } = segment;
    if (isGenerated) return { snippet, line, column };
    const start = lines.locationOf(segment.start);
    if (place.line === start.line) return { snippet, line, column: column + place.column - start.column };
    return { snippet, line: line + place.line - start.line, column: place.column };
  }
}
