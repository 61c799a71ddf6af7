import { type AddressUse, harmlessAddress } from '../domain/address.js';
import type { PlaceKind, RawValue } from './place.js';

/** A part of a template whose output is looked at as a whole: an expression, a block, or the value of an attribute. */
export interface Region {
  readonly kind: PlaceKind;
  /** The number of the text right before it, which has no mark of its own; null where there is none. */
  readonly before: number | null;
  readonly address: AddressUse | null;
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
const MAIL = /^mailto:/i;
/** All that is looked for in values; MJML takes truths for truths, and U+200B is a blank to some and none to others. */
const UNUSUAL = /\{\{|<%|font-family|\u200B|^(?:true|false)$/i;
const SCRIPT_ADDRESS = /^(?:javascript|vbscript)/i;
// Text and well-formed tags of elements that mean nothing but text. Each piece begins with another character.
const PLAIN_ELEMENTS =
  /^[^<]*(?:<\/?(?:a|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s+[a-z][a-z-]*="[^"<>]*")*\s*\/?>[^<]*)*$/i;

/** The output as it may be sent. */
export function harmless(region: Region, output: string): string {
  if (region.address !== null) return harmlessAddress(output, region.address);
  if (region.isWatched && SCRIPT_ADDRESS.test(output.trimStart())) return '#';
  return output;
}

/** Whether the structure can do without the output, which is not blank. */
export function judge(region: Region, output: string): Verdict {
  if (region.raw !== null && isWild(region.raw, output)) return 'wild';
  switch (region.kind) {
    case 'structure':
      return 'literal';
    case 'colour':
      return PLAIN_COLOUR.test(output) ? 'slot' : 'literal';
    case 'attribute':
      // What these make of an address depends on the element.
      if (output.startsWith('#') || output.includes('$') || MAIL.test(output)) return 'literal';
      break;
    case 'text':
      if (!region.takesElements && region.raw !== null && output.includes('<')) return 'literal';
  }
  if (!UNUSUAL.test(output)) return 'slot';
  return FONTS.test(output) || CODE.test(output) ? 'wild' : 'literal';
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
