import { type Syntax, tokensIn } from '../../console/src/parts/code-colours.js';

const coloured = (text: string, syntax: Syntax) =>
  [...tokensIn(text, syntax)].map(({ kind, text: token }) => `${kind} ${token}`);

describe('The colours of a text', () => {
  it('distinguish names, texts and numbers of JSON', () => {
    expect(coloured('{"a\\"b": ["c:", -1.5e3, null, {"d" : true}]}', 'json')).toEqual([
      'key "a\\"b"',
      'string "c:"',
      'number -1.5e3',
      'number null',
      'key "d"',
      'number true',
    ]);
  });

  it('take no method for a keyword, and nothing within a text for a comment', () => {
    expect(
      coloured("// Go\nif (a) b.end('#{id}//'); $for = \"it's\"; # PHP\n`${x}` + 204", 'program'),
    ).toEqual([
      'comment // Go',
      'key if',
      "string '#{id}//'",
      'string "it\'s"',
      'comment # PHP',
      'string `${x}`',
      'number 204',
    ]);
  });
});
