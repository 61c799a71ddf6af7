import Handlebars from 'handlebars';
import { similarName } from '../../domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';

/** The helpers a template may call, with how many parameters each takes; `block` ones need `{{#…}}`. */
const HELPERS: ReadonlyMap<string, { readonly isBlock: boolean; readonly parameters: number }> = new Map([
  ['if', { isBlock: true, parameters: 1 }],
  ['unless', { isBlock: true, parameters: 1 }],
  ['each', { isBlock: true, parameters: 1 }],
  ['with', { isBlock: true, parameters: 1 }],
  ['lookup', { isBlock: false, parameters: 2 }],
]);

/** What Handlebars uses itself, or would write to the server's log. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['log', 'helperMissing', 'blockHelperMissing']);

interface Call {
  readonly node: hbs.AST.Node;
  readonly path: hbs.AST.Node;
  readonly params: readonly hbs.AST.Expression[];
  readonly hash: hbs.AST.Hash | undefined;
  readonly isBlock: boolean;
  readonly isNested: boolean;
}

/** What a template asks of Handlebars that it does not get here, all of it at once. */
export function syntaxFaults(data: string, program: hbs.AST.Program): readonly SourceFault[] {
  const check = new SyntaxCheck(new TextLines(data));
  check.accept(program);
  return check.faults;
}

class SyntaxCheck extends Handlebars.Visitor {
  readonly faults: SourceFault[] = [];
  /** Names given by `as |name|` in the blocks around; they hide helpers of the same name. */
  private names: readonly string[] = [];

  constructor(private readonly lines: TextLines) {
    super();
  }

  override PartialStatement(node: hbs.AST.PartialStatement): void {
    this.refuse(node, 'partial_refused', 'Partials ({{> …}}) are not available here.');
  }

  override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
    this.refuse(node, 'partial_refused', 'Partials ({{#> …}}) are not available here.');
  }

  override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
    this.refuse(
      node,
      'decorator_refused',
      'Decorators and inline partials ({{#* …}}) are not available here.',
    );
  }

  override Decorator(node: hbs.AST.Decorator): void {
    this.refuse(node, 'decorator_refused', 'Decorators ({{* …}}) are not available here.');
  }

  override Program(program: hbs.AST.Program): void {
    const outer = this.names;
    this.names = [...outer, ...(program.blockParams ?? [])];
    super.Program(program);
    this.names = outer;
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.judge({ ...node, node, isBlock: false, isNested: false });
    super.MustacheStatement(node);
  }

  override BlockStatement(node: hbs.AST.BlockStatement): void {
    this.judge({ ...node, node, isBlock: true, isNested: false });
    super.BlockStatement(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.judge({ ...node, node, isBlock: false, isNested: true });
    super.SubExpression(node);
  }

  private judge(call: Call): void {
    const name = nameOf(call.path);
    const passesAnything = call.params.length > 0 || call.hash !== undefined;
    // A bare name is a variable, unless there is a helper of that name.
    const isCall = passesAnything || call.isNested || HELPERS.has(name) || REFUSED_NAMES.has(name);
    if (!isCall || (!passesAnything && this.names.includes(name))) return;
    const helper = HELPERS.get(name);
    if (REFUSED_NAMES.has(name)) {
      this.refuse(call.node, 'helper_refused', `The helper ${name} is not available here.`);
    } else if (helper === undefined) {
      this.refuse(call.node, 'unknown_helper', unknownHelper(name, call));
    } else if (helper.isBlock && !call.isBlock) {
      this.refuse(call.node, 'block_required', `${name} needs a block: {{#${name} …}}…{{/${name}}}.`);
    } else if (call.params.length !== helper.parameters) {
      const count = helper.parameters === 1 ? '1 parameter' : `${helper.parameters} parameters`;
      this.refuse(call.node, 'wrong_parameters', `${name} takes exactly ${count}.`);
    }
  }

  private refuse(node: hbs.AST.Node, code: string, message: string): void {
    this.faults.push({ code, message, offset: startOf(node, this.lines) });
  }
}

function unknownHelper(name: string, { isBlock, isNested }: Call): string {
  const known = [...HELPERS.keys()];
  const meant = similarName(name, known);
  if (meant !== null) return `There is no helper ${name}. Did you mean ${meant}?`;
  const isPrinted = !isBlock && !isNested;
  const hint = isPrinted ? ' To print a variable, write nothing but its name.' : '';
  return `There is no helper ${name}. There are: ${known.join(', ')}.${hint}`;
}

/** Where a node of the syntax tree begins. */
export function startOf(node: hbs.AST.Node, lines: TextLines): number {
  return lines.offsetOf({ line: node.loc.start.line, column: node.loc.start.column + 1 });
}

/** Where it ends. */
export function endOf(node: hbs.AST.Node, lines: TextLines): number {
  return lines.offsetOf({ line: node.loc.end.line, column: node.loc.end.column + 1 });
}

/**
 * What Handlebars takes for the name of a helper: a path as it is written, or a literal's text. A path of several
 * steps is no helper's name; with its dots it matches none.
 */
export function nameOf(path: hbs.AST.Node): string {
  return 'original' in path ? String(path.original) : '';
}
