import type { Region } from './region.js';

/** One or more values of a template whose output is judged as a whole: it becomes a slot, or a part of the structure. */
export interface SlotCandidate {
  /** The number of the text directly before it; null if there is none. */
  readonly before: number | null;
  readonly region: Region;
  /** The text that its output begins with. */
  readonly start: string;
  /** Its values, each with the text after it. */
  readonly values: readonly { readonly isEscaped: boolean; readonly after: string }[];
  /** One escaped value in text or an attribute: only the value decides whether it becomes a slot. */
  readonly isPlainSlot: boolean;
  /** It is inside another candidate's output, and so writes text without marks. */
  readonly isInside: boolean;
}
