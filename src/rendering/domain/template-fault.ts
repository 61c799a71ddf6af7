import type { SourceLocation, TextLines } from './text-lines.js';

/** A fault that a template's author has to fix: a stable code in snake_case, a sentence, and its location. */
export interface TemplateFault extends SourceLocation {
  readonly code: string;
  readonly message: string;
  /** The snippet that the place is in; absent for the template itself. */
  readonly snippet?: string;
}

/** The result of checking a template: faults that keep it from compiling, and if there are any, warnings too. */
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
 * A template cannot be rendered with this data: it is faulty, or (`reason` limit) it exceeds the limits of one render.
 * Offsets refer to the given text.
 */
export class RenderRefusal extends Error {
  constructor(
    readonly reason: 'fault' | 'limit',
    readonly fault: SourceFault,
  ) {
    super(fault.message);
  }
}

/** The refusal of output or markup that is too large. */
export function outputTooLarge(offset: number, maxBytes: number): RenderRefusal {
  const message = `With this data the template becomes larger than ${Math.floor(maxBytes / 1024)} KiB.`;
  return new RenderRefusal('limit', { code: 'output_too_large', message, offset });
}

/** Converts a fault's offset to line and column. */
export function placed({ code, message, offset }: SourceFault, lines: TextLines): TemplateFault {
  return { code, message, ...lines.locationOf(offset) };
}
