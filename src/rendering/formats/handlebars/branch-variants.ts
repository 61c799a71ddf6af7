import type { TextLines } from '../../domain/text-lines.js';
import { FILLER } from '../shared/format.js';
import { type Condition, conditionOf, Truths, WantedTruths } from './conditions.js';
import { VALUES_HELPER } from './helper.js';
import { isBlock, isContent, isValue } from './statements.js';
import { endOf, nameOf, startOf } from './syntax-check.js';

/** The most variants to check. Further branches are checked only when rendered. */
const MAX_VARIANTS = 8;

/**
 * The different texts that a template can become. Within one variant, a condition is true or false everywhere, so that
 * `{{#if a}}<mj-section>{{/if}}…{{#if a}}</mj-section>{{/if}}` stays whole, and a value equals at most one literal.
 * Together the variants show as many branches as they can. The first takes every condition as true that can be.
 */
export function branchVariantsOf(
  data: string,
  program: hbs.AST.Program,
  lines: TextLines,
): readonly string[] {
  const flat = withoutGivenValues(program);
  const seen = new Set<string>();
  const variants: string[] = [];
  while (variants.length < MAX_VARIANTS) {
    const before = seen.size;
    const variant = new BranchVariant(data, lines, seen);
    variant.want(flat);
    variant.walk(flat);
    if (variants.length > 0 && seen.size === before) break;
    variants.push(variant.text());
  }
  return variants;
}

/** Replaces blocks that pass values to snippets by their content, which is printed unconditionally. */
function withoutGivenValues(program: hbs.AST.Program): hbs.AST.Program {
  const body = program.body.flatMap((statement): hbs.AST.Statement[] => {
    if (!isBlock(statement)) return [statement];
    // Either is absent if the block has no content.
    const inner = statement.program && withoutGivenValues(statement.program);
    if (nameOf(statement.path) === VALUES_HELPER) return inner.body;
    const inverse = statement.inverse && withoutGivenValues(statement.inverse);
    const block: hbs.AST.BlockStatement = { ...statement, program: inner, ...(inverse && { inverse }) };
    return [block];
  });
  return { ...program, body };
}

class BranchVariant {
  private readonly truths = new Truths();
  private readonly wanted = new WantedTruths();
  private readonly pieces: string[] = [];
  private written = 0;

  /** @param seen the branches that earlier variants contain */
  constructor(
    private readonly data: string,
    private readonly lines: TextLines,
    private readonly seen: Set<string>,
  ) {}

  /** Collects the conditions of branches that no variant contains yet. */
  want(
    program: hbs.AST.Program | undefined,
    around: readonly (readonly [condition: Condition, truth: boolean])[] = [],
  ): void {
    for (const block of (program?.body ?? []).filter(isBlock)) {
      const condition = this.conditionOf(block);
      for (const truth of [true, false]) {
        const path = [...around, [condition, truth] as const];
        if (this.isNew(block, truth)) for (const [each, needed] of path) this.wanted.add(each, needed);
        this.want(this.branchOf(block, truth), path);
      }
    }
  }

  walk(program: hbs.AST.Program | undefined): void {
    for (const statement of program?.body ?? []) {
      if (isContent(statement)) this.show(statement, (text) => text);
      else if (isBlock(statement)) this.walkBlock(statement);
      else if (isValue(statement)) this.show(statement, fill);
    }
  }

  text(): string {
    this.blankUpTo(this.data.length);
    return this.pieces.join('');
  }

  private walkBlock(block: hbs.AST.BlockStatement): void {
    const condition = this.conditionOf(block);
    const truth = this.truths.of(condition) ?? this.choose(block, condition);
    this.truths.set(condition, truth);
    this.seen.add(this.keyOf(block, truth));
    this.walk(this.branchOf(block, truth));
  }

  /** Chooses the truth that leads to a branch that no variant contains yet, in this block or a later one. */
  private choose(block: hbs.AST.BlockStatement, condition: Condition): boolean {
    for (const truth of [true, false]) {
      const truths = this.truths.with(condition, truth);
      if (this.isNew(block, truth) || this.hasNew(this.branchOf(block, truth), truths)) return truth;
    }
    return this.wanted.betterFor(condition);
  }

  private hasNew(program: hbs.AST.Program | undefined, truths: Truths): boolean {
    return (program?.body ?? []).filter(isBlock).some((block) => {
      const condition = this.conditionOf(block);
      const known = truths.of(condition);
      const possible = known === null ? [true, false] : [known];
      return possible.some(
        (truth) =>
          this.isNew(block, truth) || this.hasNew(this.branchOf(block, truth), truths.with(condition, truth)),
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

  private conditionOf(block: hbs.AST.BlockStatement): Condition {
    return conditionOf(block, this.data, this.lines);
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
