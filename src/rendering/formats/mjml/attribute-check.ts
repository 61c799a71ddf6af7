import type { SourceFault } from '../../domain/template-fault.js';
import { partsOf } from '../tags.js';

/** What MJML says of an element's attributes, in its own words. */
const ILLEGAL = /^Attributes? ([^]+) (?:is|are) illegal$/;
const INVALID = /^Attribute (\S+) has invalid value: [^]* for type (\w+)(?:, only accepts ([^]*))?\s*$/;

/** Something that MJML doubts, at the tag it speaks of. */
export interface Complaint {
  readonly offset: number;
  readonly message: string;
}

/** MJML's doubts about attributes, each at its attribute and in words that say what to write. */
export function attributeWarnings(shown: string, complaints: readonly Complaint[]): readonly SourceFault[] {
  const messages = new Map<number, string[]>();
  for (const { offset, message } of complaints) {
    messages.set(offset, [...(messages.get(offset) ?? []), message]);
  }
  const warnings: SourceFault[] = [];
  for (const part of partsOf(shown)) {
    if (part.kind !== 'open') continue;
    const offsetOf = (attribute: string) => part.places.get(attribute)?.start ?? part.start;
    for (const message of messages.get(part.start) ?? []) {
      const [, names = ''] = ILLEGAL.exec(message) ?? [];
      for (const name of names.split(', ').filter((each) => each !== '')) {
        const sentence = `<${part.name}> knows no attribute ${name}: it has no effect. Take it out or correct its name.`;
        warnings.push({ code: 'illegal_attribute', message: sentence, offset: offsetOf(name) });
      }
      const [, name, type = '', accepted = ''] = INVALID.exec(message) ?? [];
      if (name === undefined) continue;
      const sentence = `${name} of <${part.name}> must be ${meaningOf(type, accepted)}.`;
      warnings.push({ code: 'illegal_value', message: sentence, offset: offsetOf(name) });
    }
  }
  return warnings;
}

/** What a value of one of MJML's types is. */
function meaningOf(type: string, accepted: string): string {
  if (type.includes('Color')) return 'a colour, such as #336699';
  if (type.includes('Integer')) return 'a whole number';
  if (type.includes('Boolean')) return 'true or false';
  if (type.includes('Unit')) {
    const [, units = '', counts = '1'] = /^\(([^)]*)\) units and (.*) value/.exec(accepted) ?? [];
    const many = counts === '1' ? '' : `, ${counts} of them`;
    return units === '' ? 'a number' : `a number with one of the units ${units}${many}`;
  }
  const choices = type.includes('Enum')
    ? accepted.split(',').map((choice) => choice.trim())
    : (accepted.match(/\/\^([^$]*)\$\//g) ?? []).map((choice) => choice.slice(2, -2));
  const named = choices.filter((choice) => choice !== '');
  return named.length === 0 ? 'another value' : `one of: ${named.join(', ')}`;
}
