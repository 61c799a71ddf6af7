/** JSON, or a program in any of the languages of receivers. */
export type Syntax = 'json' | 'program';

/** A part of a text with a colour of its own. */
export interface Token {
  readonly kind: 'key' | 'string' | 'number' | 'comment';
  readonly start: number;
  readonly text: string;
}

const KEYWORDS =
  'as|async|await|break|case|catch|class|const|continue|def|do|else|elsif|end|except|exit|export|False|finally|for|' +
  'foreach|from|func|function|if|import|in|let|new|nil|None|not|null|or|package|pass|require|return|throw|True|true|' +
  'false|try|unless|var|while|with';

const KINDS = ['key', 'string', 'number', 'comment'] as const;

/** The names of groups are kinds of tokens. What is matched without a group has no colour, such as a method’s name. */
const PATTERNS: Readonly<Record<Syntax, RegExp>> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b)/g,
  program: new RegExp(
    [
      String.raw`(?<comment>(?://|#).*)`,
      String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60[^\x60]*\x60)`,
      String.raw`[.$]\w+`,
      String.raw`(?<number>\b\d[\w.]*)`,
      String.raw`(?<key>\b(?:${KEYWORDS})\b)`,
    ].join('|'),
    'g',
  ),
};

/** The coloured parts of a text, in their order. */
export function* tokensIn(text: string, syntax: Syntax): Generator<Token> {
  for (const { 0: whole, index, groups = {} } of text.matchAll(PATTERNS[syntax])) {
    const kind = KINDS.find((name) => groups[name] !== undefined);
    if (kind !== undefined) yield { kind, start: index, text: whole };
  }
}
