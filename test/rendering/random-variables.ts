import fc from 'fast-check';

const strings = fc.constantFrom(
  '',
  'A',
  'Anna',
  '<x>&"\'`=',
  'Åäö 😀',
  'true',
  'false',
  ' sp ',
  '\n two\r\n\r\n lines ',
  'a   b',
  '{{a}}',
  '$& $1',
  '0',
  '#abc',
  'font-family: Lato',
  'Lato',
  '\u200B',
  '\u00A0x',
  '-->',
  '/',
  '</mj-text>',
  'copy',
);
const raws = fc.constantFrom(
  '<i>h</i>',
  '',
  '<p>x <b class="k">y</b></p>',
  'plain',
  '<a href="https://x.example/">l</a>',
  '</mj-text><mj-text>',
  '<p style="font-family:Lato">f</p>',
  '<!-- c -->',
  '<p title="',
  '&copy; 2026 &amp; &#8364; R&D',
  'a "quoted" word',
);
const urls = fc.constantFrom(
  'https://x.example/?a=1&b=2',
  'https://y.example/',
  '',
  '/r',
  'mailto:a@b.example',
  '#top',
  'https://x.example/$&',
);

/** Objects as JSON makes them. */
function own(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(members, { noNullPrototype: true });
}

/** Data for random templates. */
export const randomVariables = own({
  a: strings,
  b: strings,
  c: own({ d: strings }),
  e: fc.constantFrom(null, 0, 5, true, false, [], ['x', 'y']),
  t: fc.boolean(),
  f: fc.constant(false),
  html: raws,
  url: urls,
  image: fc.constantFrom('https://x.example/a.png', 'cid:1', ''),
  colour: fc.constantFrom('#123456', '#ABCDEF', 'red', '#abc', 'rgb(1, 2, 3)', '', 'Lato'),
  padding: fc.constantFrom('5px', '1px 2px', ''),
  align: fc.constantFrom('left', 'center'),
  size: fc.constantFrom('20px', '13px'),
  width: fc.constantFrom('100px', '50%', ''),
  font: fc.constantFrom('Ubuntu', 'Arial', 'Roboto'),
  language: fc.constantFrom('sv', 'en', 'sv', 'en', 'sv-SE', ' ', '', 'true', '"<&'),
  templateType: fc.constantFrom('document', 'clientPdf'),
  list: fc.array(strings, { maxLength: 3 }),
  objects: fc.array(own({ n: strings, url: urls }), { maxLength: 3 }),
});
