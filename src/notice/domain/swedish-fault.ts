import type { FallbackFacts } from './notice.js';

/** By the codes of faults that a template can have at sending. */
const FAULTS: Readonly<Record<string, string>> = {
  deadline_exceeded: 'Mallen tar för lång tid.',
  memory_exceeded: 'Mallen tar för mycket minne.',
  template_resting:
    'Mallen tar varje gång för lång tid eller för mycket minne. Den provas igen om några minuter.',
  nesting_too_deep: 'Med de här uppgifterna blir mallen nästlad för djupt.',
  output_too_large: 'Med de här uppgifterna blir mallen för stor.',
  too_many_elements: 'Med de här uppgifterna får mallen för många MJML-element.',
  too_many_images: 'Med de här uppgifterna får mallen för många bilder i en karusell.',
  too_many_selectors: 'Mallen har för många mj-selector-element.',
  too_many_fonts: 'Mallen anger font-family för många gånger.',
  too_many_expressions: 'Mallen har för många uttryck.',
  selector_too_long: 'Mallen har en för lång selektor.',
  render_failed: 'Mallen gick inte att fylla i med de här uppgifterna.',
};

/** Describes a fault in Swedish, with its place. A fault without a sentence here is shown in the template's editor. */
export function swedishFault({ code, line, snippet }: FallbackFacts): string {
  const sentence = FAULTS[code] ?? `Mallen är felaktig (${code}). Öppna den i konsolen för att se felet.`;
  if (line === undefined) return sentence;
  const place = snippet === undefined ? `Rad ${line}` : `I textblocket ${snippet}, rad ${line}`;
  return `${place}: ${sentence}`;
}
