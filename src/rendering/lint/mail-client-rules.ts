import type { SourceFault } from '../domain/template-fault.js';
import { partsOf } from '../formats/tags.js';
import { missingSupport } from './mail-clients.js';
import { stylesIn } from './styles.js';

/** Declarations and selectors, each with what ends it. */
const CSS_PIECE = /([^{};]*)([{};]|$)/g;
/** Warned of already, whoever supports them. */
const REFUSED = new Set(['script', 'form', 'iframe', 'object', 'embed']);

/** What mail clients do not support in a template, each at the first place where it is used. */
export function mailClientWarnings(shown: string): readonly SourceFault[] {
  const found = new Map<string, number>();
  const see = (part: string, offset: number) => {
    if (!found.has(part)) found.set(part, offset);
  };
  for (const part of partsOf(shown)) {
    if (part.kind === 'open' && !REFUSED.has(part.name)) see(`<${part.name}>`, part.start);
  }
  for (const { css, start } of stylesIn(shown)) readCss(css, start, see);
  return [...found].flatMap(([part, offset]) => {
    const missing = missingSupport(part);
    if (missing === null) return [];
    const message = `${part} does not work in ${listed(missing.clients)}: see that the email is readable without it (${missing.url}).`;
    return [{ code: 'unsupported_by_mail_clients', message, offset }];
  });
}

/** Everything in a style sheet, or in a style attribute, that a mail client may not know. */
function readCss(written: string, start: number, see: (part: string, offset: number) => void): void {
  const css = written
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length))
    .toLowerCase();
  for (const match of css.matchAll(CSS_PIECE)) {
    const [, piece = '', end = ''] = match;
    const offset = start + match.index + piece.length - piece.trimStart().length;
    const atRule = /^\s*(@[a-z-]+)/.exec(piece)?.[1];
    if (atRule !== undefined) see(atRule, offset);
    else if (end === '{') readSelector(piece, start + match.index, see);
    else readDeclaration(piece.trim(), offset, see);
  }
}

function readSelector(selector: string, start: number, see: (part: string, offset: number) => void): void {
  for (const { 0: pseudo, index } of selector.matchAll(/::?[a-z-]+/g)) see(pseudo, start + index);
}

function readDeclaration(
  declaration: string,
  offset: number,
  see: (part: string, offset: number) => void,
): void {
  const [whole, property = '', value = ''] = /^([a-z-]+)\s*:\s*([^]*)$/.exec(declaration) ?? [];
  if (whole === undefined) return;
  see(property, offset);
  see(`${property}:${value.replace('!important', '').trim()}`, offset);
  for (const [, name = ''] of value.matchAll(/\b([a-z-]+)\(/g)) see(`${name}()`, offset);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
