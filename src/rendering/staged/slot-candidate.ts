import type { Region } from './region.js';

/** One or more values whose output is judged as a whole and becomes either a slot or part of the structure. */
export interface SlotCandidate {
  /** The number of the preceding text, or null. */
  readonly before: number | null;
  /** Shared by all candidates of a template that are alike in it. */
  readonly shape: SlotShape;
}

/** What a candidate is but for its place. */
export interface SlotShape {
  readonly region: Region;
  /** The text that its output begins with. */
  readonly start: string;
  /** Its values, each with the following text. */
  readonly values: readonly { readonly isEscaped: boolean; readonly after: string }[];
  /**
   * True for a single escaped value in text or an attribute, where only the value decides whether it becomes a slot.
   */
  readonly isPlainSlot: boolean;
  /** True within another candidate's output, where it writes text without marks. */
  readonly isInside: boolean;
}
