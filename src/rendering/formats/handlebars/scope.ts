import type { SlotCollector } from '../../staged/slot-collector.js';

/** One run of a template. */
export interface TemplateRun {
  readonly collector: SlotCollector;
  /** The author's template, for the locations of faults. */
  readonly data: string;
  readonly maxBytes: number;
  readonly usesDepths: boolean;
  readonly usesParameters: boolean;
}

/** Values that begin with `@`. */
export type DataFrame = Readonly<Record<string, unknown>>;

/** A context and the ones around it. */
interface Depths {
  readonly context: unknown;
  readonly outer: Depths | null;
}

/** The `this` of blocks whose context is null, as in Handlebars. */
const NULL_CONTEXT = Object.freeze({});

/** The values that paths can reach at one point of a run. */
export class Scope {
  private constructor(
    readonly run: TemplateRun,
    readonly context: unknown,
    readonly data: DataFrame,
    private readonly depths: Depths,
    /** The block parameters of the enclosing blocks, innermost first. */
    private readonly parameters: readonly unknown[],
  ) {}

  /** The scope of a whole template. */
  static of(run: TemplateRun, variables: Readonly<Record<string, unknown>>): Scope {
    return new Scope(run, variables, { root: variables }, { context: variables, outer: null }, []);
  }

  /** The context that blocks use as `this`. */
  get self(): unknown {
    return this.context ?? NULL_CONTEXT;
  }

  /** The context `depth` levels up. */
  contextAt(depth: number): unknown {
    if (depth === 0) return this.context;
    let depths: Depths | null = this.depths;
    for (let level = depth; level > 0 && depths !== null; level -= 1) depths = depths.outer;
    return depths?.context;
  }

  /** The data `depth` levels up. */
  dataAt(depth: number): unknown {
    let data: unknown = this.data;
    for (let level = depth; level > 0 && isFrame(data); level -= 1) data = data['_parent'];
    return data;
  }

  /** The value of a block parameter. @throws TypeError if that block has none */
  parameter(level: number, index: number): unknown {
    const given = this.parameters[level];
    if (!Array.isArray(given)) throw new TypeError('This block gives no values.');
    return given[index];
  }

  /** The block parameters of all enclosing blocks, which a section passes on. */
  get given(): readonly unknown[] {
    return this.parameters;
  }

  /** The scope within a block that does not change the context. */
  inside(): Scope {
    const { context, run } = this;
    const isSame = context !== null && context !== undefined && !run.usesParameters;
    return isSame ? this : this.within(this.self, this.data, undefined);
  }

  /** The scope within a block that has its own context and block parameters. */
  within(context: unknown, data: DataFrame, given: unknown): Scope {
    const { run, parameters } = this;
    const around = run.usesParameters ? [given, ...parameters] : parameters;
    return new Scope(run, context, data, run.usesDepths ? this.depthsWith(context) : this.depths, around);
  }

  private depthsWith(context: unknown): Depths {
    const { depths } = this;
    // oxlint-disable-next-line eqeqeq -- Handlebars goes one level down only where contexts are unequal in this sense.
    const isSame = context == depths.context || (context === NULL_CONTEXT && depths.context === null);
    return isSame ? depths : { context, outer: depths };
  }
}

function isFrame(value: unknown): value is DataFrame {
  return Boolean(value);
}
