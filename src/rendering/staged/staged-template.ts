import { MAX_OUTPUT_BYTES } from '../domain/render-limits.js';
import { outputTooLarge } from '../domain/template-fault.js';
import { markOf, type Piece } from './notation.js';
import { lengthOf, markupOf, type Reading, readRun } from './run-reader.js';
import type { SlotTokens } from './structure.js';

/** A template that can be run with data, giving the notation of notation.ts. */
export interface StagedProgram {
  readonly pieces: readonly Piece[];
  /** Some slots hold elements, so that their output is no text. */
  readonly hasElements: boolean;
  /** @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>): string;
}

/** One way to run a template, from data to what its structure depends on. */
export class StagedTemplate {
  constructor(
    private readonly program: StagedProgram,
    /** Where to point when the output becomes too large. */
    private readonly costliest: number,
  ) {}

  get hasElements(): boolean {
    return this.program.hasElements;
  }

  /** @throws RenderRefusal */
  read(variables: Readonly<Record<string, unknown>>): Reading {
    const output = this.program.run(variables);
    // The text is still in pieces: its length is known without putting it together, which could take any memory.
    if (output.length > MAX_OUTPUT_BYTES) throw outputTooLarge(this.costliest);
    return readRun(output, this.program.pieces);
  }

  /** The markup of a key, tokens in its slots. @throws RenderRefusal */
  markupOf(key: string, tokens: SlotTokens): string {
    const { pieces } = this.program;
    if (lengthOf(key, pieces) > MAX_OUTPUT_BYTES) throw outputTooLarge(this.costliest);
    return markupOf(key, pieces, (slot) => tokens.tokenOf(slot));
  }
}

/** A template without expressions. */
export function literalProgram(data: string): StagedProgram {
  return { pieces: [data], hasElements: false, run: () => markOf(0) };
}
