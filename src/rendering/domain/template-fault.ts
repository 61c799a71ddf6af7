import type { SourceLocation, TextLines } from './text-lines.js';

/** Something a template's author has to put right: a stable code in snake_case, a sentence, and where it stands. */
export interface TemplateFault extends SourceLocation {
  readonly code: string;
  readonly message: string;
  /** The snippet that the place is in; absent for the template itself. */
  readonly snippet?: string;
}

/** What keeps a template from compiling, and, only if something does, what else there is to look at. */
export interface TemplateCheck {
  readonly faults: readonly TemplateFault[];
  readonly warnings: readonly TemplateFault[];
}

/** A fault while it is still counted from the start of the text. */
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

/** What was rendered, or what it was rendered from, is larger than anything an email can be. */
export function outputTooLarge(offset: number, maxBytes: number): RenderRefusal {
  const message = `With this data the template becomes larger than ${Math.floor(maxBytes / 1024)} KiB.`;
  return new RenderRefusal('limit', { code: 'output_too_large', message, offset });
}

/** A fault as its author finds it. */
export function placed({ code, message, offset }: SourceFault, lines: TextLines): TemplateFault {
  return { code, message, ...lines.locationOf(offset) };
}
