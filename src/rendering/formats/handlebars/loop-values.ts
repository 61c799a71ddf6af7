import Handlebars from 'handlebars';
import type { SourceFault } from '../../domain/template-fault.js';
import type { TextLines } from '../../domain/text-lines.js';
import { helpers } from './helpers.js';
import { nameOf, startOf } from './syntax-check.js';

/** The values that only a loop gives. */
const OF_LOOPS: ReadonlySet<string> = new Set(['index', 'key', 'first', 'last']);

/** Finds `@index` and the like outside loops, where they have no value: the first use of each. */
export function loopValueWarnings(program: hbs.AST.Program, lines: TextLines): readonly SourceFault[] {
  const check = new LoopValueCheck(lines);
  check.accept(program);
  return [...check.warnings.values()];
}

class LoopValueCheck extends Handlebars.Visitor {
  readonly warnings = new Map<string, SourceFault>();
  private loops = 0;

  constructor(private readonly lines: TextLines) {
    super();
  }

  override BlockStatement({ path, params, hash, program, inverse }: hbs.AST.BlockStatement): void {
    const name = nameOf(path);
    for (const node of [path, ...params, hash]) this.acceptPresent(node);
    // A section repeats its content for each element of a list.
    const isLoop = name === 'each' || (params.length === 0 && !helpers.has(name));
    this.loops += isLoop ? 1 : 0;
    this.acceptPresent(program);
    this.loops -= isLoop ? 1 : 0;
    this.acceptPresent(inverse);
  }

  override PathExpression(path: hbs.AST.PathExpression): void {
    const { data, depth, parts, original } = path;
    const [name = ''] = parts;
    if (!data || !OF_LOOPS.has(name) || this.loops > depth || this.warnings.has(original)) return;
    const loop = depth === 0 ? '{{#each}}' : 'an {{#each}} that is in another one';
    const message = `${original} has a value only inside ${loop}, so it is empty here: move it into the loop.`;
    this.warnings.set(original, { code: 'loop_value_outside', message, offset: startOf(path, this.lines) });
  }

  /** Blocks can lack any of their parts. */
  private acceptPresent(node: hbs.AST.Node | undefined): void {
    if (node !== undefined) this.accept(node);
  }
}
