import type { SourceLocation, TextLines } from './text-lines.js';

/** A fault that a template's author has to repair: a stable code in snake_case, a sentence, and its location. */
export interface TemplateFault extends SourceLocation {
  readonly code: string;
  readonly message: string;
  /** The snippet that the place is in; absent for the template itself. */
  readonly snippet?: string;
}

/** The faults that keep a template from compiling; if there are any, with warnings. */
export interface TemplateCheck {
  readonly faults: readonly TemplateFault[];
  readonly warnings: readonly TemplateFault[];
}

/** A fault located by its offset in the text. */
export interface SourceFault {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

/**
 * A template cannot be rendered with this data: it is faulty, or (`reason` limit) it goes beyond what one render may
 * use. Offsets count in the text that was given.
 */
export class RenderRefusal extends Error {
  constructor(
    readonly reason: 'fault' | 'limit',
    readonly fault: SourceFault,
  ) {
    super(fault.message);
  }
}

/** The refusal of output, or of markup, that is larger than an email can be. */
export function outputTooLarge(offset: number, maxBytes: number): RenderRefusal {
  const message = `With this data the template becomes larger than ${Math.floor(maxBytes / 1024)} KiB.`;
  return new RenderRefusal('limit', { code: 'output_too_large', message, offset });
}

/** The same fault with line and column. */
export function placed({ code, message, offset }: SourceFault, lines: TextLines): TemplateFault {
  return { code, message, ...lines.locationOf(offset) };
}
