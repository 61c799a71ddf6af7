import { holdsReferences } from '../../staged/slot-text.js';
import { HtmlContextTracker } from '../../staged/html-context-tracker.js';
import type { EscapingContext } from '../../staged/escaping-context.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import type { Region } from '../../staged/region.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import type { TrackerState } from '../../staged/tracker-state.js';
import { VALUES_HELPER } from './helper.js';
import { nameOf } from './syntax-check.js';
import { holdsRawValues, isBlock, isContent, isValue, textsOf } from './statements.js';
import type { BlockStep, Operand, Step, Steps } from './steps.js';
import { RunWriter } from './run-writer.js';
import { StagedPieces } from './staged-pieces.js';
import { type GivenNames, namesIn, StepWriter } from './write-steps.js';

/** The steps of a template, whose output is in the notation of a staged program. */
export interface StagedSteps extends Omit<StagedProgram, 'run'> {
  readonly program: Steps;
}

/** A block with any of these cannot be a slot: MJML elements, fonts, comments, raw text. */
const NO_BLOCK = /<\/?mj|font-family|<!|<\/?(?:script|style|title)/i;

/**
 * Turns a template into steps for staged rendering. With `takesElements` false, blocks and unescaped values are a part
 * of the structure, so that every slot holds plain text.
 */
export function stage(program: hbs.AST.Program, rules: MarkupRules, takesElements: boolean): StagedSteps {
  const stager = new Stager(rules, { isTrusting: true, takesElements });
  const staged = stager.stage(program);
  if (!stager.isLost) return staged;
  return new Stager(rules, { isTrusting: false, takesElements }).stage(program);
}

class Stager {
  private readonly tracker: HtmlContextTracker;
  private readonly pieces = new StagedPieces();
  private readonly steps = new StepWriter();
  private hasElements = false;

  constructor(
    private readonly rules: MarkupRules,
    /** `isTrusting`: use the tracker's contexts. Otherwise nothing is a slot, and every value is watched. */
    private readonly options: { readonly isTrusting: boolean; readonly takesElements: boolean },
  ) {
    this.tracker = new HtmlContextTracker(rules);
  }

  get isLost(): boolean {
    return this.tracker.isLost && !this.rules.isVerbatim;
  }

  stage(program: hbs.AST.Program): StagedSteps {
    const staged = this.steps.stepsOf(this.walk(program, { names: [], isInside: false }));
    return { program: staged, pieces: this.pieces.pieces, hasElements: this.hasElements };
  }

  private walk(program: hbs.AST.Program, { names, isInside }: WalkState): readonly Step[] {
    const writer = new RunWriter(this.pieces, isInside);
    const state = { names: namesIn(program, names), isInside };
    const ahead = [...program.body];
    for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
      if (isContent(next)) {
        this.tracker.read(next.value);
        writer.writeText(next.value);
      } else if (isValue(next) || isBlock(next)) {
        this.walkExpression(next, state, { writer, ahead });
      }
    }
    return writer.end();
  }

  private walkExpression(
    statement: hbs.AST.MustacheStatement | hbs.AST.BlockStatement,
    state: WalkState,
    { writer, ahead }: Written,
  ): void {
    const context = this.contextHere();
    if (context.address !== null && this.walkAddress(statement, context, state, { writer, ahead })) return;
    if (isValue(statement)) {
      this.tracker.passExpression();
      const region = this.regionOf(context, !statement.escaped);
      const operand = this.steps.call(statement, state.names);
      const isEscaped = statement.escaped;
      if (!needsRegion(region, state.isInside)) writer.writeStep({ kind: 'value', isEscaped, operand });
      else writer.writeSlot({ region, start: '', values: [{ isEscaped, after: '' }] }, [operand]);
    } else if (!state.isInside && this.isSlot(statement, context)) {
      this.hasElements ||= holdsRawValues(statement) || textsOf(statement).some((text) => /[<&]/.test(text));
      const region = this.regionOf(context, false);
      writer.writeBlockSlot(region, [this.walkBlock(statement, { ...state, isInside: true })]);
    } else {
      writer.writeStep(this.walkBlock(statement, state));
    }
  }

  private walkBlock(block: hbs.AST.BlockStatement, { names, isInside }: WalkState): BlockStep {
    const start = this.tracker.state;
    const ends: TrackerState[] = [];
    const step = this.steps.block(block, names, (branch, known) => {
      if (ends.length > 0) this.tracker.returnTo(start);
      const written = this.walk(branch, { names: known, isInside });
      ends.push(this.tracker.state);
      return written;
    });
    // Text that is always printed has one end.
    if (nameOf(block.path) === VALUES_HELPER) return step;
    if (ends.length < 2) ends.push(start);
    // A repeated block begins again in the state in which it ended.
    if (!BRANCHES.has(nameOf(block.path))) ends.push(start);
    this.tracker.merge(ends);
    return step;
  }

  /** True if the whole block can be a slot: it is in text from beginning to end, in all branches. */
  private isSlot(block: hbs.AST.BlockStatement, { kind }: EscapingContext): boolean {
    if (!this.options.isTrusting || kind === 'structure') return false;
    const texts = textsOf(block);
    if (kind !== 'text') {
      const quote = this.tracker.openQuote ?? '';
      const isOfSlot = (text: string) => !text.includes(quote) && !holdsReferences(text);
      return kind === 'attribute' && !holdsRawValues(block) && texts.every(isOfSlot);
    }
    if (!this.options.takesElements || this.tracker.state.mode !== 'text') return false;
    if (this.rules.isVerbatim) return true;
    if (!this.rules.takesBlocks || texts.some((text) => NO_BLOCK.test(text))) return false;
    const trial = new Stager(this.rules, this.options);
    const start = this.tracker.state;
    trial.tracker.returnTo(start);
    trial.walkBlock(block, { names: [], isInside: true });
    return !trial.tracker.isLost && trial.tracker.state.mode === 'text';
  }

  /**
   * Writes an attribute's address, from quote to quote, as one candidate. False if one of the quotes is outside of
   * these statements.
   */
  private walkAddress(
    first: hbs.AST.Statement,
    context: EscapingContext,
    { names }: WalkState,
    { writer, ahead }: Written,
  ): boolean {
    const quote = this.tracker.openQuote ?? '';
    const start = writer.takeBackTo(quote);
    if (start === null) return false;
    const end = ahead.findIndex((statement) => isContent(statement) && statement.value.includes(quote));
    const closing = ahead[end];
    const inner = [first, ...ahead.slice(0, Math.max(end, 0))];
    const isWhole = inner.every((statement) => textsOf(statement).every((text) => !text.includes(quote)));
    if (!isWhole || closing === undefined || !isContent(closing)) {
      writer.writeText(start);
      return false;
    }
    const cut = closing.value.indexOf(quote);
    const tail: hbs.AST.ContentStatement = { ...closing, value: closing.value.slice(0, cut) };
    const rest: hbs.AST.ContentStatement = { ...closing, value: closing.value.slice(cut) };
    ahead.splice(0, end + 1, rest);
    const parts = [...inner, tail];
    const isPlain = ![start, ...parts.flatMap(textsOf)].some(holdsReferences);
    const kind = isPlain ? context.kind : 'structure';
    const region = this.regionOf({ ...context, kind }, inner.some(holdsRawValues), first);
    if (parts.some(isBlock)) {
      const steps = this.steps.statements(parts, names, true);
      writer.writeBlockSlot(region, [{ kind: 'text', text: start }, ...steps]);
    } else this.writeAddress(writer, region, { start, parts, names });
    this.tracker.passExpression();
    return true;
  }

  /** Writes an address that consists of texts and values. */
  private writeAddress(
    writer: RunWriter,
    region: Region,
    { start, parts, names }: { start: string; parts: readonly hbs.AST.Statement[]; names: GivenNames },
  ): void {
    const operands: Operand[] = [];
    /** The first text, and the text after each value. */
    const texts = [start];
    const values = parts.filter(isValue);
    for (const part of parts) {
      if (isContent(part)) texts.push((texts.pop() ?? '') + part.value);
      if (!isValue(part)) continue;
      operands.push(this.steps.call(part, names));
      texts.push('');
    }
    const [before = '', ...after] = texts;
    const spoken = values.map(({ escaped }, index) => ({ isEscaped: escaped, after: after[index] ?? '' }));
    writer.writeSlot({ region, start: before, values: spoken }, operands);
  }

  private contextHere(): EscapingContext {
    const { context } = this.tracker;
    return this.options.isTrusting ? context : { ...context, kind: 'structure' };
  }

  /** @param address the expression that begins the address, if it is one */
  private regionOf(
    { kind, raw, address }: EscapingContext,
    isRaw: boolean,
    first?: hbs.AST.Statement,
  ): Region {
    const { takesElements } = this.options;
    const isElement = isRaw && kind === 'text';
    // The HTML is sent unchanged, but the text part is made from it.
    const isAnything = this.rules.isVerbatim && takesElements;
    if (takesElements && (isElement || (isRaw && isAnything))) this.hasElements = true;
    const rawValue = isAnything ? 'anything' : raw;
    return {
      kind: isElement && !takesElements ? 'structure' : kind,
      address,
      at: first === undefined ? null : { line: first.loc.start.line, column: first.loc.start.column + 1 },
      raw: isRaw ? rawValue : null,
      takesElements: this.rules.takesBlocks,
      isWatched: (!this.options.isTrusting || this.tracker.isLost) && address === null,
    };
  }
}

interface WalkState {
  readonly names: GivenNames;
  /** Within another candidate's output. */
  readonly isInside: boolean;
}

interface Written {
  readonly writer: RunWriter;
  /** The following statements. */
  readonly ahead: hbs.AST.Statement[];
}

/** Blocks of which exactly one branch is written, once. */
const BRANCHES: ReadonlySet<string> = new Set(['if', 'unless', 'with', VALUES_HELPER]);

function needsRegion(region: Region, isInside: boolean): boolean {
  if (region.address !== null || region.raw !== null || region.isWatched) return true;
  if (region.kind === 'sheet') return true;
  return !isInside && region.kind !== 'structure';
}
