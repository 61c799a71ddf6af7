import { outputTooLarge, type TemplateFault } from '../domain/template-fault.js';
import { lengthOf, markOf, markupOf, type Piece } from './notation.js';
import { SlotCollector } from './slot-collector.js';
import type { SlotTokens } from './slot-tokens.js';

/** Memory of the compiled code for one piece of a template, in bytes: measured with the templates of the benchmark. */
const PIECE_BYTES = 480;

/** A template that can be run with data, giving a key in the notation of notation.ts. */
export interface StagedProgram {
  readonly pieces: readonly Piece[];
  /** Some slots hold elements, so that their output is no text. */
  readonly hasElements: boolean;
  /** Gives the key and hands the values to the collector. @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>, collector: SlotCollector): string;
}

/** What one run of a staged template came to. */
export interface Reading {
  /** What the structure depends on: equal keys of a template have the same markup but for their slots. */
  readonly key: string;
  /** The values of the slots, in the order of the key. */
  readonly slots: readonly string[];
  /** A value may change how all the rest is read: there are no slots then, the key is all there is. */
  readonly isWild: boolean;
  /** See SlotCollector. */
  readonly addressFaults: readonly TemplateFault[];
}

/** One way to run a template, from data to what its structure depends on. */
export class StagedTemplate {
  private readonly limit: { readonly length: number; readonly refuse: () => never };

  constructor(
    private readonly program: StagedProgram,
    /** How long the output may be, and where to point when it is longer. */
    { length, costliest }: { readonly length: number; readonly costliest: number },
  ) {
    const refuse = (): never => {
      throw outputTooLarge(costliest, length);
    };
    this.limit = { length, refuse };
  }

  get hasElements(): boolean {
    return this.program.hasElements;
  }

  /** The memory that its code takes, in bytes. */
  get bytes(): number {
    return PIECE_BYTES * this.program.pieces.length;
  }

  /** @throws RenderRefusal */
  read(variables: Readonly<Record<string, unknown>>): Reading {
    const { key, collector } = this.run(variables, true);
    const { addressFaults } = collector;
    if (!collector.isWild) return { key, slots: collector.slots, isWild: false, addressFaults };
    return { key: this.run(variables, false).key, slots: [], isWild: true, addressFaults };
  }

  /** The markup of a key, tokens in its slots. @throws RenderRefusal */
  markupOf(key: string, tokens: SlotTokens): string {
    const { pieces } = this.program;
    if (lengthOf(key, pieces) > this.limit.length) this.limit.refuse();
    return markupOf(key, pieces, (slot) => tokens.tokenOf(slot));
  }

  private run(variables: Readonly<Record<string, unknown>>, hasSlots: boolean) {
    const collector = new SlotCollector(this.program.pieces, hasSlots, this.limit);
    const key = this.program.run(variables, collector);
    // The text is still in pieces: its length is known without putting it together, which could take any memory.
    if (key.length > this.limit.length) this.limit.refuse();
    return { key, collector };
  }
}

/** A template without expressions. */
export function literalProgram(data: string): StagedProgram {
  return { pieces: [data], hasElements: false, run: () => markOf(0) };
}
