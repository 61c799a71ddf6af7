import { ANY } from '../../../shared/domain/document-path.js';
import type { TextLines } from '../../domain/text-lines.js';
import type { VariableUse } from '../../domain/used-variable.js';
import { VariablePath } from '../../domain/variable-path.js';
import type { VariableGuard, VariableReference } from '../shared/format.js';
import { isComparison, plainly } from './conditions.js';
import { VALUES_HELPER } from './helper.js';
import { helpers } from './helpers.js';
import { nameOf, startOf } from './syntax-check.js';

/** What names mean at a point of the template. Null stands for values that are not data, such as an index. */
interface Scope {
  /** `this` is the last, `../` the one before, and so on. */
  readonly contexts: readonly (VariablePath | null)[];
  /** The values passed to a snippet, which are members of `this` but not of inner contexts. Null for a literal. */
  readonly given: ReadonlyMap<string, VariablePath | null>;
  /** Block parameters (`as |name|`) of the enclosing blocks. */
  readonly names: ReadonlyMap<string, VariablePath | null>;
  /** The conditions of the enclosing blocks. */
  readonly guards: readonly VariableGuard[];
}

/** Helpers whose parameters decide something instead of being printed. */
const DECIDING: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'and', 'or', 'not']);

/** All references of a template to its data, in the order of the text. */
export function variablesUsed(program: hbs.AST.Program, lines: TextLines): readonly VariableReference[] {
  const walk = new VariableWalk(lines);
  walk.program(program, { contexts: [VariablePath.root], given: new Map(), names: new Map(), guards: [] });
  return walk.found.sort((one, other) => one.offset - other.offset);
}

class VariableWalk {
  readonly found: VariableReference[] = [];

  constructor(private readonly lines: TextLines) {}

  program(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) {
      if (isMustache(statement)) this.mustache(statement, scope);
      else if (isBlock(statement)) this.block(statement, scope);
    }
  }

  private mustache(statement: hbs.AST.MustacheStatement, scope: Scope): void {
    const as = statement.escaped ? 'value' : 'html';
    const isCalled = statement.params.length > 0 || statement.hash !== undefined;
    // No helper has a name with dots, so the words after it are part of a mistyped name.
    if (isCalled && !nameOf(statement.path).includes('.')) this.call(statement, as, scope);
    else this.note(statement.path, pathOf(statement.path, scope), as, scope);
  }

  private block(block: hbs.AST.BlockStatement, scope: Scope): void {
    const name = nameOf(block.path);
    const [parameter] = block.params;
    if (name === VALUES_HELPER) return this.snippet(block, scope);
    this.values(block.hash, scope);
    // An inverse block, {{^if …}}, has no program.
    const named = (block.program && block.program.blockParams) ?? [];
    const inside =
      parameter === undefined
        ? this.section(block, scope)
        : this.inside(name, named, this.use(parameter, useIn(name), scope), scope);
    const guard = guardOf(name, parameter ?? block.path, scope);
    const isNegated = (name === 'unless') !== plainly(parameter ?? block.path).isNegated;
    this.program(block.program, guarded(inside, guard, isNegated));
    this.program(block.inverse, guarded(scope, guard, !isNegated));
  }

  /** The scope of a snippet with values. */
  private snippet({ params: [base], hash, program }: hbs.AST.BlockStatement, scope: Scope): void {
    const inside = base === undefined ? scope : within(this.use(base, 'condition', scope), new Map(), scope);
    const given = new Map(inside.given);
    for (const { key, value } of hash?.pairs ?? []) {
      given.set(key, isPath(value) ? pathOf(value, scope) : this.use(value, 'value', scope));
    }
    this.program(program, { ...inside, given });
  }

  /** The scope of `{{#client}}…{{/client}}`: the named value becomes `this`, if it exists. */
  private section({ path }: hbs.AST.BlockStatement, scope: Scope): Scope {
    // A helper without its parameter is a fault reported elsewhere, not a variable.
    if (helpers.has(nameOf(path)) && !scope.names.has(nameOf(path))) return scope;
    const named = pathOf(path, scope);
    this.note(path, named, 'condition', scope);
    return within(named, new Map(), scope);
  }

  private inside(
    helper: string,
    [first, second]: readonly string[],
    subject: VariablePath | null,
    scope: Scope,
  ): Scope {
    if (helper !== 'each' && helper !== 'with') return scope;
    const context = helper === 'each' ? (subject?.into(ANY) ?? null) : subject;
    const names = new Map<string, VariablePath | null>();
    if (first !== undefined) names.set(first, context);
    if (second !== undefined) names.set(second, null);
    return within(context, names, scope);
  }

  /** Records what an expression refers to, and returns its path. */
  private use(expression: hbs.AST.Node, as: VariableUse | null, scope: Scope): VariablePath | null {
    if (isCall(expression)) return this.call(expression, as, scope);
    const found = isPath(expression) ? pathOf(expression, scope) : null;
    this.note(expression, found, as, scope);
    return found;
  }

  /** Records the parameters of a helper call, whether or not the helper exists. */
  private call(
    { path, params, hash }: Pick<hbs.AST.SubExpression, 'params' | 'hash'> & { readonly path: hbs.AST.Node },
    as: VariableUse | null,
    scope: Scope,
  ): VariablePath | null {
    this.values(hash, scope);
    const [subject, key] = params;
    if (nameOf(path) !== 'lookup') {
      // Compared values decide something; they are not printed.
      const use = DECIDING.has(nameOf(path)) ? 'condition' : (as ?? 'value');
      for (const param of params) this.use(param, use, scope);
      return null;
    }
    if (subject === undefined || key === undefined) return null;
    const isVariable = isPath(key) || isCall(key);
    const found = this.use(subject, null, scope)?.into(isVariable ? ANY : nameOf(key)) ?? null;
    this.note(subject, found, as, scope);
    if (isVariable) this.use(key, 'value', scope);
    return found;
  }

  private values(hash: hbs.AST.Hash | undefined, scope: Scope): void {
    // Contrary to its type, the hash is absent if it is empty.
    for (const { value } of hash?.pairs ?? []) this.use(value, 'value', scope);
  }

  private note(
    node: hbs.AST.Node,
    path: VariablePath | null,
    as: VariableUse | null,
    { guards }: Scope,
  ): void {
    if (path === null || path.isRoot || as === null) return;
    this.found.push({ path, as, offset: startOf(node, this.lines), guards });
  }
}

/** Resolves a path. A literal can be a name too, for example in `{{"first name"}}`. */
function pathOf(node: hbs.AST.Node, { contexts, given, names }: Scope): VariablePath | null {
  if (!isPath(node)) return 'original' in node ? (contexts.at(-1)?.into(nameOf(node)) ?? null) : null;
  const [first, ...rest] = node.parts;
  if (node.data) return first === 'root' ? VariablePath.root.into(...rest) : null;
  const isScoped = /^(\.|this\b)/.test(node.original);
  if (first !== undefined && node.depth === 0 && !isScoped && names.has(first)) {
    return names.get(first)?.into(...rest) ?? null;
  }
  if (first !== undefined && node.depth === 0 && given.has(first))
    return given.get(first)?.into(...rest) ?? null;
  return contexts.at(-1 - node.depth)?.into(...node.parts) ?? null;
}

/** The scope of a block whose `this` is the context. If `this` stays the same, Handlebars counts no step for `../`. */
function within(
  context: VariablePath | null,
  names: ReadonlyMap<string, VariablePath | null>,
  scope: Scope,
): Scope {
  const isSame = context?.toString() === scope.contexts.at(-1)?.toString();
  return {
    contexts: isSame ? scope.contexts : [...scope.contexts, context],
    given: isSame ? scope.given : new Map(),
    names: new Map([...scope.names, ...names]),
    guards: scope.guards,
  };
}

/** The condition of a block on a single variable; null if it depends on several or none. */
function guardOf(
  helper: string,
  asked: hbs.AST.Node,
  scope: Scope,
): Pick<VariableGuard, 'path' | 'equals'> | null {
  if (helper === 'each') return null;
  const plain = plainly(asked).asked;
  const [one, other] = isComparison(plain) ? plain.params : [plain, undefined];
  const [subject, literal] = one?.type === 'StringLiteral' ? [other, one] : [one, other];
  if (subject === undefined || !isPath(subject)) return null;
  if (literal !== undefined && literal.type !== 'StringLiteral') return null;
  const path = pathOf(subject, scope);
  return path === null ? null : { path, equals: literal === undefined ? null : nameOf(literal) };
}

function guarded(
  scope: Scope,
  guard: Pick<VariableGuard, 'path' | 'equals'> | null,
  isNegated: boolean,
): Scope {
  return guard === null ? scope : { ...scope, guards: [...scope.guards, { ...guard, isNegated }] };
}

function useIn(helper: string): VariableUse {
  return helper === 'each' ? 'list' : 'condition';
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === 'PathExpression';
}

function isCall(node: hbs.AST.Node): node is hbs.AST.SubExpression {
  return node.type === 'SubExpression';
}

function isMustache(node: hbs.AST.Node): node is hbs.AST.MustacheStatement {
  return node.type === 'MustacheStatement';
}

function isBlock(node: hbs.AST.Node): node is hbs.AST.BlockStatement {
  return node.type === 'BlockStatement';
}
