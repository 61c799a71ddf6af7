import Handlebars from 'handlebars';
import { similarName } from '../../../shared/domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { suggestedChoice, suggestionFor, suggestedHelper, loopOver } from './foreign-syntax-suggestions.js';
import { type Helper, VALUES_HELPER } from './helper.js';
import { helpers } from './helpers.js';
import { literalFaults } from './literal-check.js';

/** Helpers that only Handlebars itself may call. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['helperMissing', 'blockHelperMissing']);
/** Accepted like in Handlebars, but removed before the template runs (log-calls.ts). */
const LOG = 'log';

interface Call {
  readonly node: hbs.AST.Node;
  readonly path: hbs.AST.Node;
  readonly params: readonly hbs.AST.Expression[];
  readonly hash: hbs.AST.Hash | undefined;
  readonly isBlock: boolean;
  readonly isNested: boolean;
}

/** Faults of all uses of Handlebars features that are not available here. */
export function syntaxFaults(data: string, program: hbs.AST.Program): readonly SourceFault[] {
  const check = new SyntaxCheck(new TextLines(data));
  check.accept(program);
  return check.faults;
}

class SyntaxCheck extends Handlebars.Visitor {
  readonly faults: SourceFault[] = [];
  /** Block parameters (`as |name|`) of the enclosing blocks, which hide helpers of the same name. */
  private names: readonly string[] = [];

  constructor(private readonly lines: TextLines) {
    super();
  }

  override PartialStatement(node: hbs.AST.PartialStatement): void {
    this.refuse(
      node,
      'partial_refused',
      'Partials ({{> …}}) are not available here: write their text in their place.',
    );
  }

  override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
    this.refuse(
      node,
      'partial_refused',
      'Partials ({{#> …}}) are not available here: write their text in their place.',
    );
  }

  override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
    this.refuse(
      node,
      'decorator_refused',
      'Decorators and inline partials ({{#* …}}) are not available here: make the text a snippet, and include it with {{> name}}.',
    );
  }

  override Decorator(node: hbs.AST.Decorator): void {
    this.refuse(node, 'decorator_refused', 'Decorators ({{* …}}) are not available here: remove them.');
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
    // A name without parameters is a variable, unless there is a helper of that name.
    const isCall = passesAnything || call.isNested || helpers.has(name) || REFUSED_NAMES.has(name);
    if (!passesAnything && this.names.includes(name)) return;
    if (name === LOG && !this.names.includes(name)) return;
    if (name === VALUES_HELPER) return this.judgeValues(call);
    const helper = helpers.get(name);
    const isBare = !passesAnything && !call.isNested && !call.isBlock;
    if (isBare && helper?.mayBeVariable === true) return;
    const instead = helper === undefined ? suggestionFor(name, call.params.map(nameOf), call.isBlock) : null;
    if (instead !== null) {
      this.refuse(call.node, 'unknown_helper', instead);
      return;
    }
    if (!isCall) return;
    if (REFUSED_NAMES.has(name)) {
      this.refuse(
        call.node,
        'helper_refused',
        `The helper ${name} is not available here: remove it, it shows nothing.`,
      );
    } else if (helper === undefined) {
      this.refuse(call.node, 'unknown_helper', unknownHelper(name, call));
    } else {
      this.judgeUse(name, helper, call);
    }
  }

  private judgeValues({ node, params }: Call): void {
    if (params.length === 1) return;
    const message = 'A snippet takes one value without a name: give the others a name, as in label="Go".';
    this.refuse(node, 'wrong_parameters', message);
  }

  private judgeUse(name: string, helper: Helper, { node, params, hash, isBlock }: Call): void {
    const { least, most } = helper.parameters;
    if (helper.isBlock && !isBlock) {
      this.refuse(node, 'block_required', `${name} needs a block: {{#${name} …}}…{{/${name}}}.`);
    } else if (!helper.isBlock && isBlock) {
      const message = `${name} does not open a block, it gives a value: write {{#if (${name} …)}}…{{/if}}.`;
      this.refuse(node, 'block_refused', message);
    } else if (params.length < least || params.length > most) {
      this.refuse(node, 'wrong_parameters', wrongParameters(name, helper, { params, hash }));
    } else if (hash !== undefined && helper.named === undefined && !helper.isBlock) {
      this.refuse(hash, 'wrong_parameters', `${name} takes no named values: remove what is given with =.`);
    } else {
      for (const { code, message, node } of literalFaults(name, helper, { params, hash })) {
        this.refuse(node, code, message);
      }
    }
  }

  private refuse(node: hbs.AST.Node, code: string, message: string): void {
    this.faults.push({ code, message, offset: startOf(node, this.lines) });
  }
}

/** The message, with a suggestion if the mistake is a common one. */
function wrongParameters(
  name: string,
  { isBlock, parameters: { least, most }, named }: Helper,
  { params, hash }: Pick<Call, 'params' | 'hash'>,
): string {
  const count = least === most ? `exactly ${least}` : `${least} to ${most}`;
  const sentence = `${name} takes ${count} ${most === 1 ? 'parameter' : 'parameters'}.`;
  const [first] = params;
  const inner = first === undefined ? '' : nameOf(first);
  if (isBlock && params.length === 0 && hash === undefined) {
    const example = name === 'each' ? 'document.lines' : 'client.name';
    return `${sentence} Name it, as in {{#${name} ${example}}}.`;
  }
  if (name === 'each' && params.length > 1) return `${sentence} Write ${loopOver(params.map(nameOf))}.`;
  if (isBlock && helpers.get(inner)?.isBlock === false) {
    return `${sentence} Put ${inner} and what it takes in parentheses: {{#${name} (${inner} …)}}.`;
  }
  if (params.length > most && named !== undefined) {
    const names = Object.keys(named).map((known) => `${known}=…`);
    return `${sentence} Give the rest by name: ${names.join(', ')}.`;
  }
  if ((name === 'if' || name === 'unless') && params.length > 1) {
    return `${sentence} Write {{#${name} ${combined(params.map(nameOf))}}}.`;
  }
  const isComparison = hash !== undefined && (least === 2 || name === 'if' || name === 'unless');
  if (!isComparison) return sentence;
  const example = isBlock ? `{{#${name} (eq language "sv")}}` : `(${name} language "sv")`;
  return `${sentence} To compare, write the two values without =, as in ${example}.`;
}

/** A path or literal as written. */
function writtenOf(param: hbs.AST.Expression): string {
  return param.type === 'StringLiteral' ? JSON.stringify(nameOf(param)) : nameOf(param);
}

/** A suggestion for two values with a word between them, such as `a is b`, or without. */
function combined(words: readonly string[]): string {
  const [left = 'a', word = '', right] = words;
  if (right === undefined) return `(and ${left} ${word})`;
  const helper = helpers.has(word) ? word : /^(?:is|equals?)$/i.test(word) ? 'eq' : 'and';
  return `(${helper} ${left} ${helper === 'and' && !/^and$/i.test(word) ? word : right})`;
}

function unknownHelper(name: string, { params, isBlock, isNested }: Call): string {
  const known = [...helpers.keys()];
  const choice = suggestedChoice(name, params.map(writtenOf));
  if (choice !== null) return choice;
  const instead = suggestedHelper(name);
  if (name === 'this' || name === '.')
    return 'Nothing can follow `this` but the name of a member: write {{this.name}}, or {{this}} alone.';
  if (name.includes('.') && instead === null && !isBlock && !isNested)
    return `${name} is a variable, so nothing can follow it: write {{${name}}}.`;
  if (instead !== null) return `There is no helper ${name}. ${instead}`;
  const meant = similarName(name, known);
  if (meant !== null) return `There is no helper ${name}. Did you mean ${meant}?`;
  const isPrinted = !isBlock && !isNested;
  const hint = isPrinted ? ' To print a variable, write nothing but its name.' : '';
  return `There is no helper ${name}. There are: ${known.join(', ')}.${hint}`;
}

/** The offset where a node begins. */
export function startOf(node: hbs.AST.Node, lines: TextLines): number {
  return lines.offsetOf({ line: node.loc.start.line, column: node.loc.start.column + 1 });
}

/** The offset where a node ends. */
export function endOf(node: hbs.AST.Node, lines: TextLines): number {
  return lines.offsetOf({ line: node.loc.end.line, column: node.loc.end.column + 1 });
}

/**
 * The name by which Handlebars looks up a helper: a path as written, or the text of a literal. The dots in a path of
 * several segments match no helper.
 */
export function nameOf(path: hbs.AST.Node): string {
  return 'original' in path ? String(path.original) : '';
}
