import type { TemplateFault } from './template-fault.js';

/** The result of a test render for the template's author. */
export interface RenderReport {
  readonly html: string;
  /** The plain-text part of the email. */
  readonly text: string;
  /** The size of the HTML in UTF-8. */
  readonly bytes: number;
  /** The first hundred warnings, in the order of the template. */
  readonly warnings: readonly TemplateFault[];
  /** Paths of variables. See UsedVariable. */
  readonly variables: {
    readonly used: readonly string[];
    /** Variables without a value in the data of this render. */
    readonly missing: readonly string[];
    /** Variables that no email of the kind has, or of any kind if none was named. */
    readonly unknown: readonly string[];
  };
}
