import { type AddressUse, harmlessAddress } from '../domain/address.js';
import type { SourceLocation } from '../domain/text-lines.js';
import type { ContextKind, RawValue } from './escaping-context.js';
import { holdsReferences } from './slot-text.js';

/** A part of a template whose output is looked at as a whole: an expression, a block, or the value of an attribute. */
export interface Region {
  readonly kind: ContextKind;
  readonly address: AddressUse | null;
  /** Where its first expression is in the template, if it is an address. */
  readonly at: SourceLocation | null;
  /** What values that are not escaped may hold; null where all are. */
  readonly raw: RawValue | null;
  /** It takes elements into a slot. */
  readonly takesElements: boolean;
  /** What else is unknown of its place: addresses that run scripts are taken out wherever they stand. */
  readonly isWatched: boolean;
}

/** What to do with the output of a region. `wild`: it may change how all the rest is read. */
export type Verdict = 'slot' | 'literal' | 'wild';

const PLAIN_COLOUR = /^#[\da-f]{6}$/i;
const FONTS = /font-family/i;
/** CSS inliners take these for the code of other template languages. */
const CODE = /\{\{|<%/;
const MARKUP = /[<>"'=`]/;
const QUOTES = /[<>"']/;
const STYLE = /<style/i;
/** MJML takes truths for truths, and U+200B is a blank to some and none to others. */
const UNUSUAL = /\{\{|<%|font-family|\u200B|^(?:true|false)$/i;
/** What is made of an address that begins or goes on like this depends on the element. */
const DECIDING_ADDRESS = /^#|^mailto:|\$/i;
/** Any value that one of these two finds something in has one of these, begins like one of these, or is very short. */
const SUSPICIOUS = /[{<%$\u200B]|-f/i;
const SUSPICIOUS_STARTS = '#mM';
const LONGEST_TRUTH = 'false'.length;
const SCRIPT_ADDRESS = /^(?:javascript|vbscript)/i;
// Text and well-formed tags of elements that mean nothing but text. Each piece begins with another character.
const PLAIN_ELEMENTS =
  /^[^<]*(?:<\/?(?:a|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s+[a-z][a-z-]*="[^"<>]*")*\s*\/?>[^<]*)*$/i;

/** Whether every value for which `isPlainValue` holds is a slot here. */
export function takesPlainValues({ kind, address, raw, isWatched }: Region): boolean {
  return (kind === 'text' || kind === 'attribute') && address === null && raw === null && !isWatched;
}

/** The output as it may be sent. */
export function harmless(region: Region, output: string): string {
  if (region.address !== null) return harmlessAddress(output, region.address);
  if (region.isWatched && SCRIPT_ADDRESS.test(output.trimStart())) return '#';
  return output;
}

/** Whether the structure can do without the output, which is not blank. */
export function judge({ kind, raw, takesElements }: Region, output: string): Verdict {
  if (raw !== null && isWild(raw, output)) return 'wild';
  if (kind === 'structure' || (kind === 'colour' && !PLAIN_COLOUR.test(output))) return 'literal';
  if (raw !== null && kind === 'attribute' && holdsReferences(output)) return 'literal';
  if (isPlain(output)) return 'slot';
  if (kind === 'attribute' && DECIDING_ADDRESS.test(output)) return 'literal';
  if (kind === 'text' && raw !== null && !takesElements && output.includes('<')) return 'literal';
  if (!UNUSUAL.test(output)) return 'slot';
  return FONTS.test(output) || CODE.test(output) ? 'wild' : 'literal';
}

/** Whether nothing has to be looked for in it: quick to tell, and true of most values. */
function isPlain(output: string): boolean {
  if (output.length <= LONGEST_TRUTH || SUSPICIOUS_STARTS.includes(output.charAt(0))) return false;
  return !SUSPICIOUS.test(output);
}

function isWild(raw: RawValue, output: string): boolean {
  switch (raw) {
    case 'anything':
      return STYLE.test(output);
    case 'plain':
      return MARKUP.test(output);
    case 'quoted':
      return QUOTES.test(output);
    default:
      return output.includes('<') && (FONTS.test(output) || !PLAIN_ELEMENTS.test(output));
  }
}
