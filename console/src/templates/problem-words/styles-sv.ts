/** Sentences about style sheets and style attributes. */
export const stylesSv: readonly (readonly [english: string, swedish: string])[] = [
  [
    'This { is never closed: write } after the last declaration.',
    'Den här { stängs aldrig: skriv } efter den sista deklarationen.',
  ],
  [
    'This } closes nothing: take it out, or write the { before it.',
    'Den här } stänger ingenting: ta bort den, eller skriv { före.',
  ],
  [
    'This $1 is never closed: write another one where the text ends.',
    'Det här $1 stängs aldrig: skriv ett till där texten slutar.',
  ],
  [
    '"$1" is not a declaration, so it has no effect: write a property, a colon and a value, such as "color: red".',
    '"$1" är ingen deklaration, så det har ingen effekt: skriv en egenskap, ett kolon och ett värde, till exempel "color: red".',
  ],
  [
    '"$1" has no colon, so it has no effect: write "$2".',
    '"$1" har inget kolon, så det har ingen effekt: skriv "$2".',
  ],
  [
    '$1 is not a declaration: it needs a colon, as in color: red.',
    '$1 är ingen deklaration: den behöver ett kolon, som i color: red.',
  ],
  [
    '$1 is not a rule: it needs declarations in braces, as in p { color: red }.',
    '$1 är ingen regel: den behöver deklarationer inom klammerparenteser, som i p { color: red }.',
  ],
  [
    'A semicolon is missing before $1:, so neither declaration has an effect.',
    'Ett semikolon saknas före $1:, så ingen av deklarationerna har någon effekt.',
  ],
  ['There is no CSS property $1.', 'Det finns ingen CSS-egenskap $1.'],
  [
    'The styles of this email are not inlined, because $a: it is sent with its style sheets alone, which some mail programs do not read.',
    'Mejlets stilar infogas inte i elementen, eftersom $a: det skickas med bara sina stilmallar, som vissa mejlprogram inte läser.',
  ],
  [
    'Use fewer or simpler rules, or set inlineStyles to false.',
    'Använd färre eller enklare regler, eller sätt inlineStyles till false.',
  ],
];
