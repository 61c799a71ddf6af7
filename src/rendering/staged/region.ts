import { type AddressUse, harmlessAddress } from '../domain/address.js';
import type { SourceLocation } from '../domain/text-lines.js';
import type { ContextKind, RawValue } from './escaping-context.js';
import { holdsReferences } from './slot-text.js';

/** A part of a template whose output is judged as a whole: an expression, a block, or the value of an attribute. */
export interface Region {
  readonly kind: ContextKind;
  readonly address: AddressUse | null;
  /** The location of its first expression in the template; null unless it is an address. */
  readonly at: SourceLocation | null;
  /** What its unescaped values may contain; null if all are escaped. */
  readonly raw: RawValue | null;
  /** True if a slot here may contain elements. */
  readonly takesElements: boolean;
  /** True if the context is uncertain, so that addresses that run scripts are removed in any case. */
  readonly isWatched: boolean;
}

/**
 * How the output of a region is used. `literal`: as part of the structure. `unsafe`: it may change how the rest of the
 * markup is read, so nothing can be a slot.
 */
export type Verdict = 'slot' | 'literal' | 'unsafe';

const PLAIN_COLOUR = /^#[\da-f]{6}$/i;
const FONTS = /font-family/i;
/** The code of other template languages. */
const CODE = /\{\{|<%/;
const MARKUP = /[<>"'=`]/;
const QUOTES = /[<>"']/;
const STYLE = /<style/i;
/** MJML branches on `true` and `false`; parsers disagree on whether U+200B is a blank. */
const UNUSUAL = /\{\{|<%|font-family|\u200B|^(?:true|false)$/i;
/** Addresses whose compiled form depends on the element. */
const DECIDING_ADDRESS = /^#|^mailto:|\$/i;
/**
 * Every value that UNUSUAL or DECIDING_ADDRESS matches contains one of these, begins with SUSPICIOUS_STARTS, or is very
 * short.
 */
const SUSPICIOUS = /[{<%$\u200B]|-f/i;
const SUSPICIOUS_STARTS = '#mM';
const LONGEST_TRUTH = 'false'.length;
const SCRIPT_ADDRESS = /^(?:javascript|vbscript)/i;
// Text and well-formed tags of text elements. No two alternatives begin alike, so matching takes linear time.
const PLAIN_ELEMENTS =
  /^[^<]*(?:<\/?(?:a|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s+[a-z][a-z-]*="[^"<>]*")*\s*\/?>[^<]*)*$/i;

/** True if every value that satisfies `isPlainValue` becomes a slot here. */
export function takesPlainValues({ kind, address, raw, isWatched }: Region): boolean {
  return (kind === 'text' || kind === 'attribute') && address === null && raw === null && !isWatched;
}

/** Removes a dangerous address from the output. */
export function harmless(region: Region, output: string): string {
  if (region.address !== null) return harmlessAddress(output, region.address);
  if (region.isWatched && SCRIPT_ADDRESS.test(output.trimStart())) return '#';
  return output;
}

/** Judges an output that is not blank. */
export function judge({ kind, raw, takesElements }: Region, output: string): Verdict {
  if (raw !== null && isUnsafe(raw, output)) return 'unsafe';
  if (kind === 'sheet') return output.includes('[') ? 'unsafe' : 'literal';
  if (kind === 'structure' || (kind === 'colour' && !PLAIN_COLOUR.test(output))) return 'literal';
  if (raw !== null && kind === 'attribute' && holdsReferences(output)) return 'literal';
  if (isPlain(output)) return 'slot';
  if (kind === 'attribute' && DECIDING_ADDRESS.test(output)) return 'literal';
  if (kind === 'text' && raw !== null && !takesElements && output.includes('<')) return 'literal';
  if (!UNUSUAL.test(output)) return 'slot';
  return FONTS.test(output) || CODE.test(output) ? 'unsafe' : 'literal';
}

/** A quick check that is true for most values: the output needs no closer examination. */
function isPlain(output: string): boolean {
  if (output.length <= LONGEST_TRUTH || SUSPICIOUS_STARTS.includes(output.charAt(0))) return false;
  return !SUSPICIOUS.test(output);
}

function isUnsafe(raw: RawValue, output: string): boolean {
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
