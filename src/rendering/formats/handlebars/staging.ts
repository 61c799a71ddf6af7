import { MarkupReader } from '../../staged/markup-reader.js';
import { CLOSE, markOf, type Piece } from '../../staged/notation.js';
import type { MarkupRules, Place } from '../../staged/place.js';
import type { Region } from '../../staged/region.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import { nameOf } from './syntax-check.js';
import { holdsRawValues, isBlock, isContent, isValue, textsOf } from './statements.js';

/** A template rewritten so that its output is in the notation of a staged program. */
export interface StagedTree extends Omit<StagedProgram, 'run'> {
  readonly program: hbs.AST.Program;
}

/** What cannot stand in a block that becomes a slot: the elements of MJML, fonts, comments and raw text. */
const NO_BLOCK = /<\/?mj|font-family|<!|<\/?(?:script|style|title)/i;

/**
 * Rewrites a template for staged rendering. With `takesElements` false, blocks and unescaped values are a part of the
 * structure, so that every slot holds plain text.
 */
export function stage(program: hbs.AST.Program, rules: MarkupRules, takesElements: boolean): StagedTree {
  const stager = new Stager(rules, { isTrusting: true, takesElements });
  const staged = stager.stage(program);
  if (!stager.isLost) return staged;
  return new Stager(rules, { isTrusting: false, takesElements }).stage(program);
}

class Stager {
  private readonly reader: MarkupReader;
  private readonly pieces: Piece[] = [];
  /** The texts that have been replaced by a mark, with the number of their piece. */
  private readonly chunks = new Map<hbs.AST.Statement, number>();
  private hasElements = false;

  constructor(
    private readonly rules: MarkupRules,
    /** `isTrusting`: places are as the reader says. Else nothing is a slot, and every value is watched. */
    private readonly options: { readonly isTrusting: boolean; readonly takesElements: boolean },
  ) {
    this.reader = new MarkupReader(rules);
  }

  get isLost(): boolean {
    return this.reader.isLost && !this.rules.isVerbatim;
  }

  stage(program: hbs.AST.Program): StagedTree {
    const staged = this.walk(program, false);
    return { program: staged, pieces: this.pieces, hasElements: this.hasElements };
  }

  /** `isInside`: in a region, where texts stay as they are. */
  private walk(program: hbs.AST.Program, isInside: boolean): hbs.AST.Program {
    const body: hbs.AST.Statement[] = [];
    const waiting = [...program.body];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (isContent(next)) {
        this.reader.read(next.value);
        if (next.value !== '') body.push(isInside ? next : this.chunk(next));
      } else if (isValue(next) || isBlock(next)) {
        this.walkExpression(next, { body, waiting, isInside });
      }
    }
    return { ...program, body };
  }

  private walkExpression(
    statement: hbs.AST.MustacheStatement | hbs.AST.BlockStatement,
    { body, waiting, isInside }: Surroundings,
  ): void {
    const place = this.placeHere();
    if (place.address !== null && this.walkAddress(statement, place, { body, waiting, isInside })) return;
    if (isValue(statement)) {
      this.reader.meetValue();
      const region = this.regionOf(place, !statement.escaped);
      const value = { ...statement, strip: NO_STRIP };
      if (needsRegion(region, isInside)) this.enclose(region, [value], body);
      else body.push(value);
    } else if (!isInside && this.isSlot(statement, place)) {
      this.hasElements ||= holdsRawValues(statement) || textsOf(statement).some((text) => text.includes('<'));
      const region = this.regionOf(place, false);
      this.enclose(region, [this.walkBlock(statement, true)], body);
    } else {
      body.push(this.walkBlock(statement, isInside));
    }
  }

  private walkBlock(block: hbs.AST.BlockStatement, isInside: boolean): hbs.AST.BlockStatement {
    const start = this.reader.position;
    // An inverse block has no program.
    const program = block.program && this.walk(block.program, isInside);
    const ends = [this.reader.position];
    this.reader.returnTo(start);
    const inverse = block.inverse && this.walk(block.inverse, isInside);
    ends.push(this.reader.position);
    // What is repeated begins where it ended.
    if (!BRANCHES.has(nameOf(block.path))) ends.push(start);
    this.reader.join(ends);
    return { ...block, ...UNSTRIPPED, program, ...(inverse && { inverse }) };
  }

  /** Whether the whole block can be a slot: it is in text from its beginning to its end, in each of its branches. */
  private isSlot(block: hbs.AST.BlockStatement, { kind }: Place): boolean {
    if (!this.options.isTrusting || kind === 'structure') return false;
    const texts = textsOf(block);
    if (kind !== 'text') {
      const quote = this.reader.openQuote ?? '';
      return kind === 'attribute' && !holdsRawValues(block) && texts.every((text) => !text.includes(quote));
    }
    if (!this.options.takesElements) return false;
    if (this.rules.isVerbatim) return true;
    if (!this.rules.takesBlocks || texts.some((text) => NO_BLOCK.test(text))) return false;
    const trial = new Stager(this.rules, this.options);
    const start = this.reader.position;
    trial.reader.returnTo(start);
    trial.walkBlock(block, true);
    return !trial.reader.isLost && trial.reader.position.mode === 'text';
  }

  /**
   * The value of an attribute that holds an address, from its opening quote to its end, where both stand around the
   * expression. False when they do not.
   */
  private walkAddress(
    first: hbs.AST.Statement,
    place: Place,
    { body, waiting, isInside }: Surroundings,
  ): boolean {
    const quote = this.reader.openQuote ?? '';
    const start = this.takeBack(body, quote);
    const end = waiting.findIndex((statement) => isContent(statement) && statement.value.includes(quote));
    const closing = waiting[end];
    const inner = [first, ...waiting.slice(0, Math.max(end, 0))];
    const isWhole = inner.every((statement) => textsOf(statement).every((text) => !text.includes(quote)));
    if (start === null || !isWhole || closing === undefined || !isContent(closing)) {
      if (start !== null) body.push(isInside ? content(start, first) : this.chunk(content(start, first)));
      return false;
    }
    const cut = closing.value.indexOf(quote);
    waiting.splice(0, end + 1, content(closing.value.slice(cut), closing));
    const region = this.regionOf(place, inner.some(holdsRawValues));
    const tail = content(closing.value.slice(0, cut), closing);
    const parts = [content(start, first), ...inner.map(unstripped), tail];
    const written = parts.filter((part) => textOf(part) !== '');
    this.enclose(region, written, body);
    this.reader.meetValue();
    return true;
  }

  /** Takes what of an attribute's value has been written already; null when its quote is not there. */
  private takeBack(body: hbs.AST.Statement[], quote: string): string | null {
    const last = body.pop();
    if (last === undefined) return null;
    const index = isContent(last) ? this.chunks.get(last) : undefined;
    const text = index === undefined ? textOf(last) : this.pieces[index];
    if (typeof text !== 'string' || !text.includes(quote)) {
      body.push(last);
      return null;
    }
    const cut = text.lastIndexOf(quote) + 1;
    if (index === undefined) body.push(content(text.slice(0, cut), last));
    else {
      this.pieces[index] = text.slice(0, cut);
      body.push(last);
    }
    return text.slice(cut);
  }

  private placeHere(): Place {
    const { place } = this.reader;
    return this.options.isTrusting ? place : { ...place, kind: 'structure' };
  }

  private regionOf({ kind, raw, address }: Place, isRaw: boolean): Region {
    const isElement = isRaw && kind === 'text';
    if (isElement && this.options.takesElements) this.hasElements = true;
    return {
      kind: isElement && !this.options.takesElements ? 'structure' : kind,
      before: null,
      address,
      raw: isRaw ? raw : null,
      takesElements: this.rules.takesBlocks,
      isWatched: (!this.options.isTrusting || this.reader.isLost) && address === null,
    };
  }

  private chunk(statement: hbs.AST.ContentStatement): hbs.AST.ContentStatement {
    const index = this.pieces.push(statement.value) - 1;
    const marked = content(markOf(index), statement);
    this.chunks.set(marked, index);
    return marked;
  }

  /** Writes a region; a text right before it goes by the mark of the region. */
  private enclose(region: Region, inner: readonly hbs.AST.Statement[], body: hbs.AST.Statement[]): void {
    const [first] = inner;
    if (first === undefined) return;
    const last = body.at(-1);
    const before = last === undefined ? undefined : this.chunks.get(last);
    if (before !== undefined) body.pop();
    const index = this.pieces.push({ ...region, before: before ?? null }) - 1;
    body.push(content(markOf(index), first), ...inner, content(CLOSE, first));
  }
}

interface Surroundings {
  /** What has been written. */
  readonly body: hbs.AST.Statement[];
  /** What comes after. */
  readonly waiting: hbs.AST.Statement[];
  readonly isInside: boolean;
}

const NO_STRIP: hbs.AST.StripFlags = { open: false, close: false };
const UNSTRIPPED = { openStrip: NO_STRIP, inverseStrip: NO_STRIP, closeStrip: NO_STRIP };

/** Blocks of which exactly one branch is written, once. */
const BRANCHES: ReadonlySet<string> = new Set(['if', 'unless', 'with']);

function needsRegion(region: Region, isInside: boolean): boolean {
  if (region.address !== null || region.raw !== null || region.isWatched) return true;
  return !isInside && region.kind !== 'structure';
}

function content(value: string, { loc }: hbs.AST.Node): hbs.AST.ContentStatement {
  return { type: 'ContentStatement', value, original: NO_STRIP, loc };
}

function textOf(statement: hbs.AST.Statement): string | undefined {
  return isContent(statement) ? statement.value : undefined;
}

/** Blanks have been stripped by the parser already. */
function unstripped(statement: hbs.AST.Statement): hbs.AST.Statement {
  if (isValue(statement)) return { ...statement, strip: NO_STRIP } as hbs.AST.Statement;
  if (!isBlock(statement)) return statement;
  const { program, inverse } = statement;
  const inner = (branch: hbs.AST.Program | undefined) =>
    branch && { ...branch, body: branch.body.map(unstripped) };
  return {
    ...statement,
    ...UNSTRIPPED,
    program: inner(program),
    inverse: inner(inverse),
  } as hbs.AST.Statement;
}
