import { randomBytes } from 'node:crypto';
import { markOf, type Piece } from '../../staged/notation.js';
import { takesPlainValues, type Region } from '../../staged/region.js';
import type { SlotCandidate } from '../../staged/slot-candidate.js';
import { isBlock, isValue } from './statements.js';
import { nameOf } from './syntax-check.js';

const RANDOM = randomBytes(6).toString('hex');
/** The helpers that a staged template calls with the values of a run, and around blocks. No template can guess the names. */
export const RUN_HELPER = `run${RANDOM}`;
export const BLOCK_HELPER = `block${RANDOM}`;

const NO_STRIP: hbs.AST.StripFlags = { open: false, close: false };
const NO_BLOCK_STRIP = { openStrip: NO_STRIP, inverseStrip: NO_STRIP, closeStrip: NO_STRIP };

/**
 * Writes the statements of a staged template. Texts become marks, and a run, that is several values with only text between
 * them, becomes one call: the fewer calls and marks there are, the faster the template is.
 */
export class RunWriter {
  private readonly body: hbs.AST.Statement[] = [];
  /** The text before the next statement. */
  private text = '';
  private candidates: SlotCandidate[] = [];
  private values: hbs.AST.Expression[] = [];

  /** `isInside`: within another candidate's output, where texts are written as they are. */
  constructor(
    private readonly pieces: Piece[],
    private readonly isInside: boolean,
    private readonly loc: hbs.AST.SourceLocation,
  ) {}

  writeText(text: string): void {
    this.text += text;
  }

  /** Takes back the text written since the last such quote; null if there is none after the last value. */
  takeBackTo(quote: string): string | null {
    const cut = this.text.lastIndexOf(quote) + 1;
    if (cut === 0) return null;
    const taken = this.text.slice(cut);
    this.text = this.text.slice(0, cut);
    return taken;
  }

  /** `values` are the candidate's values, in their order. */
  writeSlot(
    candidate: Pick<SlotCandidate, 'region' | 'start' | 'values'>,
    values: readonly hbs.AST.MustacheStatement[],
  ): void {
    const { isInside } = this;
    const isPlainSlot = !isInside && isOneValue(candidate) && takesPlainValues(candidate.region);
    this.candidates.push({ ...candidate, before: this.takeText(), isPlainSlot, isInside });
    this.values.push(...values.map(expressionOf));
    // Inside, texts are statements of their own.
    if (this.isInside) this.endRun();
  }

  /** A candidate whose output these statements write, blocks included. */
  writeBlockSlot(region: Region, inner: readonly hbs.AST.Statement[]): void {
    this.endRun();
    const { isInside, loc } = this;
    const values = [{ isEscaped: false, after: '' }];
    const before = this.takeText();
    const candidate: SlotCandidate = { before, region, start: '', values, isPlainSlot: false, isInside };
    const context: hbs.AST.PathExpression = { ...pathTo('this', loc), parts: [] };
    const statement = {
      type: 'BlockStatement',
      path: pathTo(BLOCK_HELPER, loc),
      params: [this.numberOf([candidate]), context],
      program: { type: 'Program', body: inner.map(unstripped), loc },
      ...NO_BLOCK_STRIP,
      loc,
    };
    this.body.push(statement);
  }

  /** Writes any other statement. */
  writeStatement(statement: hbs.AST.Statement): void {
    this.endRun();
    this.endText();
    this.body.push(unstripped(statement));
  }

  /** Everything that was written. */
  end(): hbs.AST.Statement[] {
    this.endRun();
    this.endText();
    return this.body;
  }

  private endRun(): void {
    if (this.candidates.length === 0) return;
    const statement = {
      type: 'MustacheStatement',
      path: pathTo(RUN_HELPER, this.loc),
      params: [this.numberOf(this.candidates), ...this.values],
      escaped: false,
      strip: NO_STRIP,
      loc: this.loc,
    };
    this.body.push(statement);
    this.candidates = [];
    this.values = [];
  }

  /** Adds candidates to the pieces, next to each other, and returns the number of the first. */
  private numberOf(candidates: readonly SlotCandidate[]): hbs.AST.NumberLiteral {
    const value = this.pieces.length;
    this.pieces.push(...candidates);
    return { type: 'NumberLiteral', value, original: value, loc: this.loc };
  }

  private takeText(): number | null {
    if (this.isInside) this.endText();
    if (this.text === '') return null;
    const index = this.pieces.push(this.text) - 1;
    this.text = '';
    return index;
  }

  private endText(): void {
    if (this.text === '') return;
    const text = this.text;
    this.text = '';
    const value = this.isInside ? text : markOf(this.pieces.push(text) - 1);
    this.body.push(content(value, this.loc));
  }
}

/** A text in the syntax tree. */
export function content(value: string, loc: hbs.AST.SourceLocation): hbs.AST.ContentStatement {
  return { type: 'ContentStatement', value, original: NO_STRIP, loc };
}

/** Removes instructions to strip blanks: the parser has followed them already, and would do so again. */
function unstripped(statement: hbs.AST.Statement): hbs.AST.Statement {
  if (isValue(statement)) {
    const value: hbs.AST.MustacheStatement = { ...statement, strip: NO_STRIP };
    return value;
  }
  if (!isBlock(statement)) return statement;
  const { program, inverse } = statement;
  const block: hbs.AST.BlockStatement = {
    ...statement,
    ...NO_BLOCK_STRIP,
    // Either is absent in a block without content.
    program: program && { ...program, body: program.body.map(unstripped) },
    inverse: inverse && { ...inverse, body: inverse.body.map(unstripped) },
  };
  return block;
}

function isOneValue({ start, values }: Pick<SlotCandidate, 'start' | 'values'>): boolean {
  const [first] = values;
  return start === '' && values.length === 1 && first?.isEscaped === true && first.after === '';
}

/** A value as an argument of a helper. */
function expressionOf({ path, params, hash, loc }: hbs.AST.MustacheStatement): hbs.AST.Expression {
  if (params.length > 0 || hash !== undefined) {
    const call = { type: 'SubExpression', path, params, hash, loc };
    return call;
  }
  // A literal alone is a name, as in {{"first name"}}.
  return path.type === 'PathExpression' ? path : pathTo(nameOf(path), loc);
}

function pathTo(name: string, loc: hbs.AST.SourceLocation): hbs.AST.PathExpression {
  return { type: 'PathExpression', data: false, depth: 0, parts: [name], original: name, loc };
}
