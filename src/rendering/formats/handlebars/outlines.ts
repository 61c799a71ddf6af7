import type { TextLines } from '../../domain/text-lines.js';
import { FILLER } from '../format.js';
import { endOf, nameOf, startOf } from './syntax-check.js';

/** So many are looked at; further branches are judged when they are rendered. */
const MAX_OUTLINES = 8;
const CONDITIONAL = new Set(['if', 'unless', 'each', 'with']);

/**
 * What a template can become, branch by branch. In each outline every condition has one truth wherever it stands, so
 * that `{{#if a}}<mj-section>{{/if}}…{{#if a}}</mj-section>{{/if}}` stays whole; together the outlines show as many
 * branches as they can. The first takes every condition for true.
 */
export function outlinesOf(data: string, program: hbs.AST.Program, lines: TextLines): readonly string[] {
  const seen = new Set<string>();
  const outlines: string[] = [];
  while (outlines.length < MAX_OUTLINES) {
    const before = seen.size;
    const outline = new Outline(data, lines, seen);
    outline.walk(program);
    if (outlines.length > 0 && seen.size === before) break;
    outlines.push(outline.text());
  }
  return outlines;
}

class Outline {
  private readonly truths = new Map<string, boolean>();
  private readonly pieces: string[] = [];
  private written = 0;

  /** `seen` holds the branches shown so far, by all outlines. */
  constructor(
    private readonly data: string,
    private readonly lines: TextLines,
    private readonly seen: Set<string>,
  ) {}

  walk(program: hbs.AST.Program | undefined): void {
    for (const statement of program?.body ?? []) {
      if (isContent(statement)) this.show(statement, (text) => text);
      else if (isBlock(statement)) this.walkBlock(statement);
      else if (statement.type === 'MustacheStatement') this.show(statement, fill);
    }
  }

  text(): string {
    this.blankUpTo(this.data.length);
    return this.pieces.join('');
  }

  private walkBlock(block: hbs.AST.BlockStatement): void {
    const { condition } = this.conditionOf(block);
    const truth = this.truths.get(condition) ?? (this.promises(block, true) || !this.promises(block, false));
    this.truths.set(condition, truth);
    this.seen.add(this.keyOf(block, truth));
    this.walk(this.branchOf(block, truth));
  }

  /** Whether a truth of the block's condition leads to a branch that no outline has shown. */
  private promises(block: hbs.AST.BlockStatement, truth: boolean): boolean {
    if (this.isNew(block, truth)) return true;
    const { condition } = this.conditionOf(block);
    return this.hasNew(this.branchOf(block, truth), new Map(this.truths).set(condition, truth));
  }

  private hasNew(program: hbs.AST.Program | undefined, truths: ReadonlyMap<string, boolean>): boolean {
    return (program?.body ?? []).filter(isBlock).some((block) => {
      const { condition } = this.conditionOf(block);
      const known = truths.get(condition);
      const possible = known === undefined ? [true, false] : [known];
      return possible.some(
        (truth) =>
          this.isNew(block, truth) ||
          this.hasNew(this.branchOf(block, truth), new Map(truths).set(condition, truth)),
      );
    });
  }

  private branchOf(block: hbs.AST.BlockStatement, truth: boolean): hbs.AST.Program | undefined {
    return truth === this.conditionOf(block).isNegated ? block.inverse : block.program;
  }

  private isNew(block: hbs.AST.BlockStatement, truth: boolean): boolean {
    return !this.seen.has(this.keyOf(block, truth));
  }

  private keyOf(block: hbs.AST.BlockStatement, truth: boolean): string {
    return `${startOf(block, this.lines)} ${truth}`;
  }

  /** What decides between a block's branches, as its author wrote it. */
  private conditionOf(block: hbs.AST.BlockStatement): { condition: string; isNegated: boolean } {
    const name = nameOf(block.path);
    const [parameter] = block.params;
    if (parameter === undefined || !CONDITIONAL.has(name)) return { condition: name, isNegated: false };
    const condition = this.data.slice(startOf(parameter, this.lines), endOf(parameter, this.lines));
    return { condition, isNegated: name === 'unless' };
  }

  private show(statement: hbs.AST.Statement, shown: (text: string) => string): void {
    const start = startOf(statement, this.lines);
    const end = endOf(statement, this.lines);
    this.blankUpTo(start);
    this.pieces.push(shown(this.data.slice(start, end)));
    this.written = end;
  }

  private blankUpTo(end: number): void {
    this.pieces.push(this.data.slice(this.written, end).replace(/[^\r\n]/g, ' '));
    this.written = end;
  }
}

function fill(text: string): string {
  return text.replace(/[^\r\n]/g, FILLER);
}

function isContent(statement: hbs.AST.Statement): statement is hbs.AST.ContentStatement {
  return statement.type === 'ContentStatement';
}

function isBlock(statement: hbs.AST.Statement): statement is hbs.AST.BlockStatement {
  return statement.type === 'BlockStatement';
}
