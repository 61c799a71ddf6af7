import { isBlock, isValue } from './statements.js';
import { nameOf } from './syntax-check.js';

const NAME = 'log';

/** A template's syntax tree without its calls of `log`. */
export interface LoglessTree {
  readonly program: hbs.AST.Program;
  readonly removed: readonly hbs.AST.Statement[];
}

/**
 * Removes all calls of Handlebars' helper `log`, because a template must not write to the server's log. `(log …)`
 * within an expression becomes undefined, which is what the helper returns.
 */
export function withoutLogCalls(program: hbs.AST.Program): LoglessTree {
  const removal = new LogRemoval();
  return { program: removal.program(program, []), removed: removal.removed };
}

class LogRemoval {
  readonly removed: hbs.AST.Statement[] = [];

  /** @param names block parameters (`as |name|`) of the enclosing blocks, which hide the helper */
  program(program: hbs.AST.Program, names: readonly string[]): hbs.AST.Program {
    const known = [...names, ...(program.blockParams ?? [])];
    if (known.includes(NAME)) return program;
    const body = program.body.flatMap((statement) => this.statement(statement, known));
    return { ...program, body };
  }

  private statement(statement: hbs.AST.Statement, names: readonly string[]): readonly hbs.AST.Statement[] {
    if (!isValue(statement) && !isBlock(statement)) return [statement];
    if (nameOf(statement.path) === NAME) {
      this.removed.push(statement);
      return [];
    }
    const { hash } = statement;
    const given = {
      params: statement.params.map(withoutLog),
      ...(hash !== undefined && { hash: hashWithoutLog(hash) }),
    };
    if (isValue(statement)) {
      const value: hbs.AST.MustacheStatement = { ...statement, ...given };
      return [value];
    }
    // Either is absent if the block has no content.
    const { program, inverse } = statement;
    const block: hbs.AST.BlockStatement = {
      ...statement,
      ...given,
      program: program && this.program(program, names),
      ...(inverse && { inverse: this.program(inverse, names) }),
    };
    return [block];
  }
}

function withoutLog(expression: hbs.AST.Expression): hbs.AST.Expression {
  if (!isCall(expression)) return expression;
  if (nameOf(expression.path) === NAME) {
    const nothing: hbs.AST.UndefinedLiteral = {
      type: 'UndefinedLiteral',
      loc: expression.loc,
    };
    return nothing;
  }
  const { params, hash } = expression;
  const call: hbs.AST.SubExpression = {
    ...expression,
    params: params.map(withoutLog),
    ...(hash !== undefined && { hash: hashWithoutLog(hash) }),
  };
  return call;
}

function hashWithoutLog(hash: hbs.AST.Hash): hbs.AST.Hash {
  return { ...hash, pairs: hash.pairs.map((pair) => ({ ...pair, value: withoutLog(pair.value) })) };
}

function isCall(expression: hbs.AST.Expression): expression is hbs.AST.SubExpression {
  return expression.type === 'SubExpression';
}
