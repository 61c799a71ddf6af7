import { outputTooLarge, type TemplateFault } from '../domain/template-fault.js';
import { lengthOf, markOf, markupOf, type Piece } from './notation.js';
import { SlotCollector } from './slot-collector.js';
import type { SlotTokens } from './slot-tokens.js';

/** Bytes of steps per piece of a template, measured with the benchmark's templates. */
const PIECE_BYTES = 290;

/** A template that can be run with data to produce a key in the notation of notation.ts. */
export interface StagedProgram {
  readonly pieces: readonly Piece[];
  /** True if some slots contain elements, so that their output is not plain text. */
  readonly hasElements: boolean;
  /** Returns a JSON value from which the binder restores the program. Absent if staging takes no time. */
  form?(): unknown;
  /** Returns the key and passes the values to the collector. @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>, collector: SlotCollector): string;
}

/** The result of one run of a staged template. */
export interface Reading {
  /** Everything that the structure depends on. Equal keys of a template mean equal markup apart from slots. */
  readonly key: string;
  /** The values of the slots, in the order of the key. */
  readonly slots: readonly string[];
  /**
   * True if a value may change how the rest of the markup is read. Then there are no slots, and the key is the whole
   * markup.
   */
  readonly isUnsafe: boolean;
  /** See SlotCollector. */
  readonly addressFaults: readonly TemplateFault[];
}

/** A staged program with a limit on its output. */
export class StagedTemplate {
  private readonly limit: { readonly length: number; readonly refuse: () => never };

  constructor(
    private readonly program: StagedProgram,
    /** The longest allowed output, and the offset that the fault of a longer one points to. */
    { length, costliest }: { readonly length: number; readonly costliest: () => number },
  ) {
    const refuse = (): never => {
      throw outputTooLarge(costliest(), length);
    };
    this.limit = { length, refuse };
  }

  get hasElements(): boolean {
    return this.program.hasElements;
  }

  /** The memory of the code. */
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

  /** The markup with variables bound. @throws RenderRefusal */
  boundMarkup(variables: Readonly<Record<string, unknown>>): string {
    const { key, slots } = this.read(variables);
    return markupOf(key, this.program.pieces, (slot) => slots[slot] ?? '');
  }

  /** The markup of a key, with tokens in its slots. @throws RenderRefusal */
  markupOf(key: string, tokens: SlotTokens): string {
    const { pieces } = this.program;
    if (lengthOf(key, pieces) > this.limit.length) this.limit.refuse();
    return markupOf(key, pieces, (slot) => tokens.tokenOf(slot));
  }

  private run(variables: Readonly<Record<string, unknown>>, hasSlots: boolean) {
    const collector = new SlotCollector(this.program.pieces, hasSlots, this.limit);
    const key = this.program.run(variables, collector);
    // Check before using the text: V8 knows its length but has not yet joined it, which could take any amount of
    // memory.
    if (key.length > this.limit.length) this.limit.refuse();
    return { key, collector };
  }
}

/** The program of a template without expressions. */
export function literalProgram(data: string): StagedProgram {
  return { pieces: [data], hasElements: false, run: () => markOf(0) };
}
