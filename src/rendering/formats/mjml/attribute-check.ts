import type { SourceFault } from '../../domain/template-fault.js';
import type { ShownTemplate } from '../shared/format.js';
import { partsOf } from '../shared/tags.js';

/** MJML's complaint about an element's attributes, in its own words. */
const ILLEGAL = /^Attributes? ([^]+) (?:is|are) illegal$/;
const INVALID = /^Attribute (\S+) has invalid value: [^]* for type (\w+)(?:, only accepts ([^]*))?\s*$/;

const QUOTE = /[“”„‟«»‘’‚‛]/;

/** Something that MJML doubts, at the tag it speaks of. */
export interface Complaint {
  readonly offset: number;
  readonly message: string;
}

/** MJML's doubts about attributes, each at its attribute and in words that say what to write. */
export function attributeWarnings(
  { data, shown }: Pick<ShownTemplate, 'data' | 'shown'>,
  complaints: readonly Complaint[],
): readonly SourceFault[] {
  const messages = new Map<number, string[]>();
  for (const { offset, message } of complaints) {
    messages.set(offset, [...(messages.get(offset) ?? []), message]);
  }
  const warnings: SourceFault[] = [];
  for (const part of partsOf(shown)) {
    if (part.kind !== 'open') continue;
    const offsetOf = (attribute: string) => part.places.get(attribute)?.start ?? part.start;
    // Of {{#if a}}1px{{else}}2px{{/if}} both branches are shown, and MJML gets one.
    const hasBranches = (attribute: string, value: string) => {
      const start = part.places.get(attribute)?.valueStart ?? part.start;
      return data.slice(start, start + value.length) !== value;
    };
    for (const message of messages.get(part.start) ?? []) {
      const [, names = ''] = ILLEGAL.exec(message) ?? [];
      // Typographic quotes are reported as such.
      for (const name of names.split(', ').filter((each) => each !== '' && !QUOTE.test(each))) {
        const sentence = `<${part.name}> has no attribute ${name}, so it has no effect: remove it or correct its name.`;
        warnings.push({ code: 'illegal_attribute', message: sentence, offset: offsetOf(name) });
      }
      const [, name, type = '', accepted = ''] = INVALID.exec(message) ?? [];
      if (name === undefined) continue;
      const value = part.attributes.get(name) ?? '';
      if (QUOTE.test(value) || hasBranches(name, value)) continue;
      const sentence = `${name} of <${part.name}> must be ${meaningOf(type, accepted)}.`;
      warnings.push({ code: 'illegal_value', message: sentence, offset: offsetOf(name) });
    }
  }
  return warnings;
}

/** A description of one of MJML's types. */
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
