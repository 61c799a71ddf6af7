import type { Language } from '../../domain/email-request.js';

/**
 * The block around a snippet that is given values, `{{> button label="Go"}}`: adds them to what `this` is. Expansion
 * writes it (snippet-expansion.ts); authors do not.
 */
export const VALUES_HELPER = 'snippet:values';

/** The mistake in a value that the template itself contains; null if there is none. */
export type LiteralCheck = (value: unknown) => string | null;

/** A helper that templates may call. */
export interface Helper {
  /** It opens a block, `{{#…}}`, and can be nothing else; the others give a value. */
  readonly isBlock: boolean;
  readonly parameters: { readonly least: number; readonly most: number };
  /** Checks of the parameters that have one, in their order. */
  readonly checks?: readonly (LiteralCheck | null)[];
  /** The values that can be given by name, `timeZone="…"`, and their checks. */
  readonly named?: Readonly<Record<string, LiteralCheck>>;
  /** The second parameter is required, and may be given by this name instead. */
  readonly secondByName?: string;
  /** Its name alone, without parameters, is a variable: it may be a member of somebody's data. */
  readonly mayBeVariable?: true;
  /** How it is written, for partners; `…` for what a block contains, and `?` after what can be left out. */
  readonly signature: string;
  /** For partners. */
  readonly meaning: string;
  /** A template that shows its use. */
  readonly example: string;
}

/** A helper of ours that gives a value. */
export interface ValueHelper extends Helper {
  readonly isBlock: false;
  /** A pure function, which never throws. `named` has only what is given. */
  readonly evaluate: (
    values: readonly unknown[],
    named: Readonly<Record<string, unknown>>,
    language: Language,
  ) => unknown;
}
