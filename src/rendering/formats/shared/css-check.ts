import type { SourceFault } from '../../domain/template-fault.js';
import { FILLER } from './format.js';

const MAX_SHOWN = 40;
const MAX_FAULTS = 100;
/** Matches `color: red margin: 0`, but nothing with quotes, addresses or filters of old browsers. */
const TWO_DECLARATIONS = /^([a-z-]{3,40}\s*:\s*[^\s:;"'(){}][^:;"'(){}]{0,80}?)(\s+)([a-z-]{3,40})\s*:(?!:)/i;

/**
 * Faults of a style sheet that make mail programs, and MJML at inlining, silently drop CSS, often everything that
 * follows: braces, comments, quotes and parentheses not closed or closed twice, declarations without a colon, and text
 * that is not a rule. One pass. Assumes that values of variables are correct.
 */
export function cssFaults(text: string, start: number, end: number): readonly SourceFault[] {
  const faults = new CssCheck(text.slice(start, end)).run();
  return faults.map((fault) => ({ ...fault, offset: start + fault.offset }));
}

class CssCheck {
  private readonly faults: SourceFault[] = [];
  /** The start of each open block. */
  private readonly open: number[] = [];
  /** The start of the current declaration, selector or rule. */
  private from = 0;
  private at = 0;
  private readonly end: number;

  constructor(private readonly text: string) {
    this.end = text.length;
  }

  run(): readonly SourceFault[] {
    while (this.at < this.end) this.step(this.text[this.at] ?? '');
    for (const offset of this.open) {
      this.note(offset, 'css_unclosed_block', 'This { is never closed: write } after the last declaration.');
    }
    if (this.open.length === 0) this.judgeRest();
    return this.faults;
  }

  private step(character: string): void {
    if (this.text.startsWith('/*', this.at)) this.skipComment();
    else if (character === '"' || character === "'") this.skipQuoted(character);
    else if (character === '(') this.skipParentheses();
    else if (character === '{') this.openBlock();
    else if (character === '}') this.closeBlock();
    else {
      this.at += 1;
      if (character !== ';') return;
      if (this.open.length > 0) this.judgeDeclaration(this.at - 1);
      this.from = this.at;
    }
  }

  private openBlock(): void {
    this.open.push(this.at);
    this.at += 1;
    this.from = this.at;
  }

  private closeBlock(): void {
    if (this.open.pop() === undefined) {
      this.note(
        this.at,
        'css_unexpected_brace',
        'This } closes nothing: take it out, or write the { before it.',
      );
    } else this.judgeDeclaration(this.at);
    this.at += 1;
    this.from = this.at;
  }

  private skipComment(): void {
    const closing = this.text.indexOf('*/', this.at + 2);
    if (closing < 0) {
      this.note(this.at, 'css_unclosed_comment', 'This comment is never closed: write */ where it ends.');
      this.giveUp();
      return;
    }
    // A comment before a declaration or selector is not part of it.
    const isBefore = this.text.slice(this.from, this.at).trim() === '';
    this.at = closing + 2;
    if (isBefore) this.from = this.at;
  }

  private skipQuoted(quote: string): void {
    for (let at = this.at + 1; at < this.end; at += 1) {
      const character = this.text[at];
      if (character === '\\') at += 1;
      else if (character === '\n' || character === '\r') break;
      else if (character === quote) {
        this.at = at + 1;
        return;
      }
    }
    this.note(
      this.at,
      'css_unclosed_quote',
      `This ${quote} is never closed: write another one where the text ends.`,
    );
    this.giveUp();
  }

  private skipParentheses(): void {
    const opening = this.at;
    let depth = 0;
    for (; this.at < this.end; this.at += 1) {
      const character = this.text[this.at];
      if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
      if (depth === 0) {
        this.at += 1;
        return;
      }
      // Addresses and functions contain no braces, so the closing parenthesis is missing.
      if (character === '{' || character === '}') break;
    }
    this.note(opening, 'css_unclosed_parenthesis', 'This ( is never closed: write ) where it ends.');
    this.from = this.at;
  }

  private judgeDeclaration(end: number): void {
    const { written, offset } = this.piece(end);
    if (written === '' || written.startsWith('@')) return;
    const next = missingSemicolon(written);
    if (next !== null) this.note(offset + next.index, 'css_missing_semicolon', next.message);
    if (written.includes(':')) return;
    const message = `${shortened(written)} is not a declaration: it needs a colon, as in color: red.`;
    this.note(offset, 'css_invalid_declaration', message);
  }

  /** Checks the text after the last rule. */
  private judgeRest(): void {
    const { written, offset } = this.piece(this.end);
    if (written === '' || written.startsWith('@')) return;
    const message = `${shortened(written)} is not a rule: it needs declarations in braces, as in p { color: red }.`;
    this.note(offset, 'css_incomplete_rule', message);
  }

  /** The text since the last rule or declaration, with its offset. '' if it contains variables. */
  private piece(end: number): { readonly written: string; readonly offset: number } {
    const text = this.text.slice(this.from, end);
    const written = text.replaceAll(/<!--|-->/g, '').trim();
    const offset = this.from + (text.length - text.trimStart().length);
    return { written: written.includes(FILLER) ? '' : written, offset };
  }

  private giveUp(): void {
    this.at = this.end;
    this.from = this.end;
    this.open.length = 0;
  }

  private note(offset: number, code: string, message: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ code, message, offset });
  }
}

/** Finds a second declaration within one, where a semicolon is missing; null if there is none. */
export function missingSemicolon(
  declaration: string,
): { readonly index: number; readonly message: string } | null {
  const [whole, first = '', space = '', name = ''] = TWO_DECLARATIONS.exec(declaration) ?? [];
  if (whole === undefined) return null;
  const message = `A semicolon is missing before ${name}:, so neither declaration has an effect.`;
  return { index: first.length + space.length, message };
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
