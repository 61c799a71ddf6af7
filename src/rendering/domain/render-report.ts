import type { TemplateFault } from './template-fault.js';

/** The result of a test render for the template's author. */
export interface RenderReport {
  readonly html: string;
  /** The plain-text part of the email. */
  readonly text: string;
  /** Size of the HTML in UTF-8. */
  readonly bytes: number;
  /** Parts that work, but not everywhere or not as meant, in the order of the template; the first hundred. */
  readonly warnings: readonly TemplateFault[];
  /** Paths of variables: see UsedVariable. */
  readonly variables: {
    readonly used: readonly string[];
    /** Those that the data of this render has no value for. */
    readonly missing: readonly string[];
    /** Those that no email of the kind has, or of any kind where none was named. */
    readonly unknown: readonly string[];
  };
}
