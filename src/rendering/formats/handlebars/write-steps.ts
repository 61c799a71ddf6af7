import { VALUES_HELPER } from './helper.js';
import { helpers } from './helpers.js';
import { isBlock, isContent, isValue } from './statements.js';
import type { BlockKind, BlockStep, NamedOperand, Operand, Step, Steps } from './steps.js';
import { nameOf } from './syntax-check.js';

/** The block parameters (`as |name|`) of the enclosing programs, innermost first. */
export type GivenNames = readonly (readonly string[])[];

/** Writes the inner statements of a block. */
export type WriteProgram = (program: hbs.AST.Program, names: GivenNames) => readonly Step[];

type Call = Pick<hbs.AST.MustacheStatement, 'path' | 'params' | 'hash'>;

/** Names that Handlebars reads as the context itself, at any place of a path. */
const SCOPED = /^\.|this\b/;
/** The kinds of helper blocks. All other blocks are sections of variables. */
const BLOCKS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ['if', 'if'],
  ['unless', 'unless'],
  ['each', 'each'],
  ['with', 'with'],
  [VALUES_HELPER, 'values'],
]);

/** Converts expressions of Handlebars' syntax tree to operands with the same meaning. */
export class StepWriter {
  private usesDepths = false;
  private usesParameters = false;

  /** What was written, with all that its paths need. */
  stepsOf(steps: readonly Step[]): Steps {
    const { usesDepths, usesParameters } = this;
    return { steps, usesDepths, usesParameters };
  }

  /** The steps of statements that are not staged. */
  statements(statements: readonly hbs.AST.Statement[], names: GivenNames, escapes: boolean): readonly Step[] {
    return statements.flatMap((statement): readonly Step[] => {
      if (isContent(statement)) return [{ kind: 'text', text: statement.value }];
      if (isBlock(statement)) {
        const write: WriteProgram = (inner, around) =>
          this.statements(inner.body, namesIn(inner, around), escapes);
        return [this.block(statement, names, write)];
      }
      if (!isValue(statement)) return [];
      const isEscaped = escapes && statement.escaped;
      return [{ kind: 'value', isEscaped, operand: this.call(statement, names) }];
    });
  }

  block(block: hbs.AST.BlockStatement, names: GivenNames, write: WriteProgram): BlockStep {
    const { program, inverse, params, loc } = block;
    const kind = this.isHelper(block, names) ? BLOCKS.get(nameOf(block.path)) : 'section';
    const [subject = block.path] = kind === 'section' ? [] : params;
    if (kind === undefined) throw new Error(`No block begins with ${nameOf(block.path)}.`);
    return {
      kind,
      operand: this.operand(subject, names),
      named: kind === 'section' ? [] : this.named(block.hash, names),
      // Either is absent in a block without content.
      main: program === undefined ? [] : write(program, names),
      otherwise: inverse === undefined ? [] : write(inverse, names),
      line: loc.start.line,
      column: loc.start.column + 1,
    };
  }

  /** The value that an expression prints. */
  call(call: Call, names: GivenNames): Operand {
    const { path, params, hash } = call;
    const passesAnything = params.length > 0 || hash !== undefined;
    if (!passesAnything || !this.isHelper(call, names)) return this.pathOperand(path, names);
    return this.helperCall(call, names);
  }

  private helperCall({ path, params, hash }: Call, names: GivenNames): Operand {
    const operands = params.map((param) => this.operand(param, names));
    return { kind: 'call', helper: nameOf(path), operands, named: this.named(hash, names) };
  }

  private named(hash: hbs.AST.Hash | undefined, names: GivenNames): readonly NamedOperand[] {
    return (hash?.pairs ?? []).map(({ key, value }) => [key, this.operand(value, names)]);
  }

  private operand(expression: hbs.AST.Expression, names: GivenNames): Operand {
    if (isCall(expression)) {
      return this.isHelper(expression, names)
        ? this.helperCall(expression, names)
        : this.pathOperand(expression.path, names);
    }
    if (isLiteral(expression)) return literalOperand(expression.value);
    if (expression.type === 'NullLiteral') return { kind: 'literal', value: null };
    if (expression.type === 'UndefinedLiteral') return { kind: 'undefined' };
    return this.pathOperand(expression, names);
  }

  /** Whether Handlebars takes it for a helper if anything is passed to it. */
  private isHelper({ path }: Pick<Call, 'path'>, names: GivenNames): boolean {
    const name = nameOf(path);
    const isSimple = !SCOPED.test(name) && (!isPath(path) || (path.parts.length === 1 && path.depth === 0));
    const known = helpers.has(name) || name === VALUES_HELPER;
    return isSimple && known && parameterOf(name, names) === null;
  }

  private pathOperand(path: hbs.AST.Expression, names: GivenNames): Operand {
    // A literal alone is a name, as in {{"first name"}}.
    const name = nameOf(path);
    const { depth, parts, data, original } = isPath(path)
      ? path
      : { depth: 0, parts: [name], data: false, original: name };
    if (depth > 0) this.usesDepths = true;
    const [first = ''] = parts;
    if (first === '') return { kind: 'path', depth, path: [] };
    const parameter = depth === 0 && !SCOPED.test(original) ? parameterOf(first, names) : null;
    if (parameter !== null) {
      this.usesParameters = true;
      return { kind: 'parameter', ...parameter, path: parts.slice(1) };
    }
    return { kind: data ? 'data' : 'path', depth, path: parts };
  }
}

function literalOperand(value: string | number | boolean): Operand {
  const isInfinite = value === Infinity || value === -Infinity;
  return isInfinite ? { kind: 'infinity', isNegative: value < 0 } : { kind: 'literal', value };
}

/** The names that are known in a program. */
export function namesIn({ blockParams }: hbs.AST.Program, around: GivenNames): GivenNames {
  return [blockParams ?? [], ...around];
}

function parameterOf(name: string, names: GivenNames): { level: number; index: number } | null {
  const level = names.findIndex((given) => given.includes(name));
  return level < 0 ? null : { level, index: names[level]?.indexOf(name) ?? 0 };
}

function isCall(expression: hbs.AST.Expression): expression is hbs.AST.SubExpression {
  return expression.type === 'SubExpression';
}

function isPath(expression: hbs.AST.Expression): expression is hbs.AST.PathExpression {
  return expression.type === 'PathExpression';
}

function isLiteral(
  expression: hbs.AST.Expression,
): expression is hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral {
  return /^(?:String|Number|Boolean)Literal$/.test(expression.type);
}
