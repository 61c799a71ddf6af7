import { similarName } from '../../../shared/domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import type { FlattenedTemplate } from '../shared/format.js';
import { partsOf } from '../shared/tags.js';

/** Matches MJML's error about an element's attributes. */
const ILLEGAL = /^Attributes? ([^]+) (?:is|are) illegal$/;
const INVALID = /^Attribute (\S+) has invalid value: [^]* for type (\w+)(?:, only accepts ([^]*))?\s*$/;

/** Attributes of HTML and properties of CSS, and MJML's attributes for them. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['background', 'background-url or background-color'],
  ['bgcolor', 'background-color'],
  ['class', 'css-class'],
  ['link', 'href'],
  ['margin', 'padding'],
  ['style', 'an attribute for each property, such as color="#336699"'],
  ['text-align', 'align'],
  ['url', 'href or src'],
  ['valign', 'vertical-align'],
]);
/** Attributes that are most often written by hand. */
const NAMES = [
  'align alt background-color background-url border border-radius border-color border-width color css-class direction',
  'container-background-color font-family font-size font-style font-weight full-width height href icon-size',
  'inner-padding letter-spacing line-height mj-class padding padding-bottom padding-left padding-right padding-top',
  'src target text-align text-decoration text-transform title vertical-align width',
].flatMap((names) => names.split(' '));
const WITHOUT_UNIT = /^\s*\d+(?:\.\d+)?(?:\s+\d+(?:\.\d+)?)*\s*$/;

const QUOTE = /[“”„‟«»‘’‚‛]/;

/** An error of MJML's validation, with the offset of its tag. */
export interface AttributeFault {
  readonly offset: number;
  readonly message: string;
}

/** Turns MJML's errors about attributes into warnings, each at its attribute and with a suggestion. */
export function attributeWarnings(
  { data, flattened }: Pick<FlattenedTemplate, 'data' | 'flattened'>,
  complaints: readonly AttributeFault[],
): readonly SourceFault[] {
  const messages = new Map<number, string[]>();
  for (const { offset, message } of complaints) {
    messages.set(offset, [...(messages.get(offset) ?? []), message]);
  }
  const warnings: SourceFault[] = [];
  for (const part of partsOf(flattened)) {
    if (part.kind !== 'open') continue;
    const offsetOf = (attribute: string) => part.places.get(attribute)?.start ?? part.start;
    // The flattened text of {{#if a}}1px{{else}}2px{{/if}} has both branches, but MJML gets only one.
    const hasBranches = (attribute: string, value: string) => {
      const start = part.places.get(attribute)?.valueStart ?? part.start;
      return data.slice(start, start + value.length) !== value;
    };
    for (const complaint of messages.get(part.start) ?? []) {
      const [, names = ''] = ILLEGAL.exec(complaint) ?? [];
      // Typographic quotes get a different warning, and the quoted values of a block's branches are no attributes.
      const isBranch = (name: string) =>
        /^["']/.test(name) && data.slice(part.start, part.end) !== flattened.slice(part.start, part.end);
      const isName = (each: string) => each !== '' && !QUOTE.test(each) && !isBranch(each);
      for (const name of names.split(', ').filter(isName)) {
        const sentence = `<${part.name}> has no attribute ${name}, so it has no effect`;
        const message = `${sentence}${insteadOf(name)}`;
        warnings.push({ code: 'illegal_attribute', message, offset: offsetOf(name) });
      }
      const [, name, type = '', accepted = ''] = INVALID.exec(complaint) ?? [];
      if (name === undefined) continue;
      const value = part.attributes.get(name) ?? '';
      if (QUOTE.test(value) || hasBranches(name, value)) continue;
      const meaning = meaningOf(type, accepted);
      const fix = WITHOUT_UNIT.test(value) && meaning.includes('px') ? `: write "${withUnits(value)}"` : '';
      const message = `${name} of <${part.name}> must be ${meaning}${fix}.`;
      warnings.push({ code: 'illegal_value', message, offset: offsetOf(name) });
    }
  }
  return warnings;
}

function insteadOf(name: string): string {
  const instead = INSTEAD.get(name);
  if (instead !== undefined) return `: write ${instead}.`;
  const meant = similarName(name, NAMES);
  // Other elements have it.
  if (meant === name) return ': remove it.';
  return meant === null ? ': remove it or correct its name.' : `. Did you mean ${meant}?`;
}

function withUnits(value: string): string {
  return value.trim().replaceAll(/[\d.]+/g, (number) => (Number(number) === 0 ? number : `${number}px`));
}

/** Describes one of MJML's types. */
function meaningOf(type: string, accepted: string): string {
  if (type.includes('Color')) return 'a colour, such as #336699';
  if (type.includes('Integer')) return 'a whole number';
  if (type.includes('Boolean')) return 'true or false';
  if (type.includes('Unit')) {
    const [, units = '', counts = '1'] = /^\(([^)]*)\) units and (.*) value/.exec(accepted) ?? [];
    const most = /\d+$/.exec(counts)?.[0] ?? '1';
    const many = most === '1' ? '' : `, up to ${most} of them`;
    return units === '' ? 'a number' : `a number in ${units.replaceAll(/,\s*/g, ' or ')}${many}`;
  }
  const choices = type.includes('Enum')
    ? accepted.split(',').map((choice) => choice.trim())
    : (accepted.match(/\/\^([^$]*)\$\//g) ?? []).map((choice) => choice.slice(2, -2));
  const named = choices.filter((choice) => choice !== '');
  return named.length === 0 ? 'another value' : `one of: ${named.join(', ')}`;
}
