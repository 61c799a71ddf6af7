import type { Language } from '../../domain/email-request.js';

/**
 * The block around a snippet with values, such as `{{> button label="Go"}}`: adds the values to `this`. Written by
 * snippet-expansion.ts, not by authors.
 */
export const VALUES_HELPER = 'snippet:values';

/** A sentence about what is wrong with a literal in a template, or null. */
export type LiteralCheck = (value: unknown) => string | null;

/** A helper that templates may call. */
export interface Helper {
  /** True if it can only open a block, `{{#…}}`. The others return a value. */
  readonly isBlock: boolean;
  readonly parameters: { readonly least: number; readonly most: number };
  /** Checks of literal parameters by position; null for none. */
  readonly checks?: readonly (LiteralCheck | null)[];
  /** The parameters that can be passed by name, such as `timeZone="…"`, and their checks. */
  readonly named?: Readonly<Record<string, LiteralCheck>>;
  /** The name by which the required second parameter can be passed instead. */
  readonly secondByName?: string;
  /** True if its name without parameters is a variable, because partners' data may have a member of this name. */
  readonly mayBeVariable?: true;
  /** The syntax, for partners: `…` is the content of a block, and `?` follows what is optional. */
  readonly signature: string;
  /** For partners. */
  readonly meaning: string;
  /** A template that shows its use. */
  readonly example: string;
}

/** One of our helpers that returns a value. */
export interface ValueHelper extends Helper {
  readonly isBlock: false;
  /** A pure function that never throws. `named` contains only what is passed. */
  readonly evaluate: (
    values: readonly unknown[],
    named: Readonly<Record<string, unknown>>,
    language: Language,
  ) => unknown;
}
