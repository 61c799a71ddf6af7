/**
 * Sentences or phrases of the service, each with its translation. `$1` to `$9` are parts to keep, such as names and
 * code; `$a` to `$c` are phrases, and `$x` and `$y` are lists, which are translated too. The first that matches counts.
 */
type Wordings = readonly (readonly [english: string, swedish: string])[];

interface Pattern {
  readonly english: RegExp;
  /** The names of its parts, such as `1` or `a`. */
  readonly parts: readonly string[];
  readonly swedish: string;
}

/** The place that some messages begin with. */
const PLACE = /^(?:In snippet (\S+), line|Line) (\d+): /;
const PART = /\$([1-9a-z])/g;
const PART_OR_SIGN = /\$([1-9a-z])|[.*+?^${}()|[\]\\]/g;
/** A part of one sentence. */
const ANYTHING = '((?:(?![.?] [A-Z])[^])*?)';
/** A shortened sentence ends with an ellipsis. */
const SENTENCE_END = /[.?…](?= |$)/g;

/** Translates messages that consist of one or more known sentences. Others have no translation: null. */
export function translator(sentences: Wordings, phrases: Wordings): (message: string) => string | null {
  let known: { readonly sentences: readonly Pattern[]; readonly phrases: readonly Pattern[] } | null = null;

  function placedIn(message: string): string | null {
    const [place = '', snippet, line] = PLACE.exec(message) ?? [];
    const problem = messageIn(message.slice(place.length));
    if (place === '' || problem === null) return problem;
    return `${snippet === undefined ? 'Rad' : `I textblocket ${snippet}, rad`} ${line}: ${problem}`;
  }

  function messageIn(message: string): string | null {
    // A full stop may also be within code, so try each.
    for (const { index } of message.matchAll(SENTENCE_END)) {
      const first = translated(message.slice(0, index + 1), patterns().sentences);
      const rest = message.slice(index + 2);
      if (first !== null && rest === '') return first;
      const others = first === null ? null : messageIn(rest);
      if (others !== null) return `${first} ${others}`;
    }
    return null;
  }

  function translated(text: string, among: readonly Pattern[]): string | null {
    for (const { english, parts, swedish } of among) {
      const found = english.exec(text);
      if (found === null) continue;
      return swedish.replaceAll(PART, (_, part: string, at: number) =>
        partIn(part, found[parts.indexOf(part) + 1] ?? '', at > 0),
      );
    }
    return null;
  }

  function partIn(part: string, text: string, isWithin: boolean): string {
    if (/\d/.test(part)) return text;
    const phrase = translated(text, patterns().phrases);
    if (phrase !== null) return isWithin ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase;
    return part < 'x' ? text : listIn(text);
  }

  function patterns() {
    known ??= { sentences: sentences.map(patternOf), phrases: phrases.map(patternOf) };
    return known;
  }

  return placedIn;
}

function listIn(text: string): string {
  return text
    .replace(/ and (\d+) more$/, ' och $1 till')
    .replace(/ and (?=[^,]*$)/, ' och ')
    .replaceAll(' or ', ' eller ');
}

function patternOf([english, swedish]: Wordings[number]): Pattern {
  const parts: string[] = [];
  const source = english.replaceAll(PART_OR_SIGN, (sign, part: string | undefined) => {
    if (part === undefined) return `\\${sign}`;
    parts.push(part);
    return ANYTHING;
  });
  const end = source.endsWith('\\.') ? source.replace(/\\\.$/, '(?:\\.|(?<=…))') : source;
  return { english: new RegExp(`^${end}$`), parts, swedish };
}
