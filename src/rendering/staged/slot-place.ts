import type { Region } from './region.js';

/** A place of values in a template, whose output is looked at as a whole. */
export interface SlotPlace {
  /** The number of the text right before it; null where there is none. */
  readonly before: number | null;
  readonly region: Region;
  /** What its output begins with. */
  readonly start: string;
  /** The values that make it up, each with what follows it. */
  readonly values: readonly { readonly isEscaped: boolean; readonly after: string }[];
  /** It is one escaped value in text or an attribute, and all that can keep it from being a slot is the value itself. */
  readonly isPlainSlot: boolean;
  /** It stands in the output of another place: what it writes is text, without marks. */
  readonly isInside: boolean;
}
