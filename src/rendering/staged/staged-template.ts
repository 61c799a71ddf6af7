import { outputTooLarge, type TemplateFault } from '../domain/template-fault.js';
import { lengthOf, markOf, markupOf, type Piece } from './notation.js';
import { SlotCollector } from './slot-collector.js';
import type { SlotTokens } from './slot-tokens.js';

/** Memory of the compiled code for one piece of a template, in bytes: measured with the templates of the benchmark. */
const PIECE_BYTES = 480;

/** A template that can be run with data, giving a key in the notation of notation.ts. */
export interface StagedProgram {
  readonly pieces: readonly Piece[];
  /** Some slots contain elements, so their output is not plain text. */
  readonly hasElements: boolean;
  /** Returns the key and passes the values to the collector. @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>, collector: SlotCollector): string;
}

/** The result of one run of a staged template. */
export interface Reading {
  /** Everything the structure depends on: equal keys of a template mean equal markup apart from the slots. */
  readonly key: string;
  /** The values of the slots, in the order of the key. */
  readonly slots: readonly string[];
  /** A value may change how the rest of the markup is read: there are no slots, and the key is the whole markup. */
  readonly isUnsafe: boolean;
  /** See SlotCollector. */
  readonly addressFaults: readonly TemplateFault[];
}

/** A staged program with the limit on its output. */
export class StagedTemplate {
  private readonly limit: { readonly length: number; readonly refuse: () => never };

  constructor(
    private readonly program: StagedProgram,
    /** The longest output in characters, and the offset that a fault points to when it is longer. */
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
    if (!collector.isUnsafe) return { key, slots: collector.slots, isUnsafe: false, addressFaults };
    return { key: this.run(variables, false).key, slots: [], isUnsafe: true, addressFaults };
  }

  /** The markup that the template gives with these variables. @throws RenderRefusal */
  boundMarkup(variables: Readonly<Record<string, unknown>>): string {
    const { key, slots } = this.read(variables);
    return markupOf(key, this.program.pieces, (slot) => slots[slot] ?? '');
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
    // V8 has not joined the text yet: its length is known before joining it could take any amount of memory.
    if (key.length > this.limit.length) this.limit.refuse();
    return { key, collector };
  }
}

/** A template without expressions. */
export function literalProgram(data: string): StagedProgram {
  return { pieces: [data], hasElements: false, run: () => markOf(0) };
}
