import fc from 'fast-check';

const NAMES = ['div', 'p', 'span', 'a', 'table', 'b', 'h1', 'ul', 'section'] as const;
const CLASSES = ['x', 'y', 'z', 'X'] as const;

/** Declarations whose result shows which of them wins. */
const declaration = fc.oneof(
  pair('color', ['red', 'blue', '#123456', 'rgb(1, 2, 3)', 'inherit', 'nonsense', 'WHITE', 'revert']),
  pair('background', ['red', 'url(a.png) no-repeat', 'linear-gradient(red, blue)', 'none', 'made-up(1)']),
  pair('background-color', ['#fff', '#000', 'transparent', 'currentcolor']),
  pair('margin', ['0', '1px 2px', '3px auto', '0 1px 2px 3px', '1px 2px 3px 4px 5px']),
  pair('margin-left', ['4px', 'auto', '-2px', '5%']),
  pair('margin-inline-start', ['7px', '9px']),
  pair('padding', ['0', '5px', '1px 2px']),
  pair('padding-top', ['6px', '8px']),
  pair('border', ['1px solid red', '0', 'none', '2px dashed']),
  pair('border-color', ['green', '#abc']),
  pair('border-left', ['3px dotted blue', '0']),
  pair('border-top-width', ['5px', 'thick']),
  pair('border-radius', ['3px', '1px 2px']),
  pair('font', ['italic bold 12px/30px Georgia, serif', '14px Arial', 'inherit']),
  pair('font-size', ['10px', '2em', '120%', 'larger']),
  pair('font-family', ['"Nunito Sans", Arial, sans-serif', "'Segoe UI', serif", 'Lato']),
  pair('font-weight', ['bold', '400']),
  pair('line-height', ['1.5', '20px', '150%']),
  pair('text-decoration', ['none', 'underline', 'underline dotted red']),
  pair('text-align', ['left', 'center', 'right']),
  pair('width', ['100%', '50px', '10em', 'calc(100% - 10px)', 'auto']),
  pair('max-width', ['200px', 'none']),
  pair('inline-size', ['70px', '90px']),
  pair('display', ['block', 'inline-block', 'none', 'inline', 'run-in']),
  pair('all', ['unset', 'initial']),
  pair('mso-line-height-rule', ['exactly']),
  pair('--own', ['red', 'blue']),
  pair('color', ['var(--own)', 'var(--none, teal)']),
);

function pair(property: string, values: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(property, property, property.toUpperCase()), fc.constantFrom(...values))
    .map(([name, value]) => `${property.startsWith('--') ? property : name}: ${value}`);
}

const oddDeclaration = fc.constantFrom(
  'color',
  'margin 0',
  '*zoom: 1',
  'filter: progid:DXImageTransform.Microsoft.gradient(a=1)',
  'color: "x',
  '/* color: red */',
  'width: 100px\\9',
  'color: red !ie',
);

const declarations = fc
  .array(
    fc.oneof(
      { weight: 16, arbitrary: declaration },
      { weight: 3, arbitrary: declaration.map((one) => `${one} !important`) },
      { weight: 1, arbitrary: oddDeclaration.filter((one) => !one.includes('"')) },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join('; '));

const compound = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom('*', 'DIV', 'P', 'td', 'tr', 'body', ':root', 'html'),
  fc.constantFrom('.x', '.y', '.z', '.X', 'p.x', 'a.y', '.x.y', '#one', '#two', '#ONE', 'span#two'),
  fc.constantFrom(
    '[data-x]',
    '[data-x="a"]',
    '[data-x="A" i]',
    '[data-x^=a]',
    '[data-x~=b]',
    '[align=center]',
  ),
  fc.constantFrom('[style]', '[style*="color"]', '[style*="margin: 0"]', '[class|=x]', 'a[href$=".se"]'),
  fc.constantFrom(':first-child', 'p:last-child', ':not(.x)', ':is(p, .y)', ':where(#one)', 'b:nth-child(2)'),
  fc.constantFrom('a:link', 'a:hover', 'p::before', 'p:empty', ':has(b)', 'p:made-up', '.x::-webkit-nothing'),
);

const selector = fc
  .tuple(
    compound,
    fc.array(fc.tuple(fc.constantFrom(' ', ' > ', ' + ', ' ~ ', '>'), compound), { maxLength: 2 }),
  )
  .map(([first, rest]) => first + rest.map(([combinator, next]) => combinator + next).join(''));

const selectors = fc.oneof(
  { weight: 20, arbitrary: fc.array(selector, { minLength: 1, maxLength: 3 }).map((all) => all.join(', ')) },
  { weight: 1, arbitrary: fc.constantFrom('.a..b', '/* p */ p /* , b */', 'svg|p', '> p', '}') },
);

const rule = fc.tuple(selectors, declarations).map(([list, body]) => `${list} { ${body} }`);
const rules = fc.array(rule, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'));

const block = fc.oneof(
  { weight: 6, arbitrary: rule },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          '@media (max-width: 480px)',
          '@media only screen and (min-width: 481px)',
          '@media (min-width: 700px)',
          '@media (prefers-color-scheme: dark)',
          '@media print',
          '@supports (display: grid)',
          '@supports (made: up)',
          '@layer one',
        ),
        rules,
      )
      .map(([around, inner]) => `${around} { ${inner} }`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '@import url("nothing.css");',
      '@font-face { font-family: "Nunito Sans"; src: local("Arial") }',
      '@keyframes k { from { opacity: 0.5; color: red } }',
      'p { color: red; &.x { color: blue } b { margin: 0 } }',
      '<!-- p { color: green } -->',
    ),
  },
);

const sheet = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('', '', ' type="text/css"', ' media="all"') },
      { weight: 1, arbitrary: fc.constantFrom(' media="print"', ' data-embed') },
    ),
    fc.array(block, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '', '', '', '\n@media screen { p { color: #111', '\n.x { color: rgb(1, 2'),
  )
  .map(([attributes, blocks, end]) => `<style${attributes}>\n${blocks.join('\n')}${end}</style>`);

const styleValue = fc.oneof(
  { weight: 5, arbitrary: declarations },
  { weight: 1, arbitrary: oddDeclaration },
  { weight: 1, arbitrary: fc.constantFrom(';', '', 'foo', ' ; color:red;', 'color:red;}', 'url(x') },
);

const styleAttribute = fc.oneof(
  { weight: 3, arbitrary: styleValue.map((css) => ` style="${css.replaceAll('"', '&quot;')}"`) },
  { weight: 1, arbitrary: styleValue.map((css) => ` STYLE='${css.replaceAll("'", '&#39;')}'`) },
  { weight: 1, arbitrary: fc.constantFrom(' style=color:red', ' style', ' style = "color:red" style="x"') },
);

const attributes = fc
  .tuple(
    fc.option(
      fc.subarray([...CLASSES], { minLength: 1, maxLength: 2 }).map((names) => ` class="${names.join(' ')}"`),
    ),
    fc.option(fc.constantFrom(' id="one"', ' id=two'), { freq: 6 }),
    fc.option(
      fc.constantFrom(' data-x', ' data-x="a"', ' data-x="A b"', ' align="CENTER"', ' href="https://x.se"'),
    ),
    fc.option(styleAttribute, { freq: 3 }),
  )
  .map((parts) => parts.map((part) => part ?? '').join(''));

const { content } = fc.letrec<{ content: string; element: string }>((tie) => ({
  content: fc
    .array(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('text', '<br>', '<!-- a comment -->', 'x &amp; y'),
        tie('element'),
        tie('element'),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(' ')),
  element: fc.tuple(fc.constantFrom(...NAMES), attributes, tie('content')).map(([name, given, inner]) => {
    if (name === 'table') return `<table${given}><tr><td>${inner}</td><TD>x</TD></tr></table>`;
    if (name === 'ul') return `<ul${given}><li>${inner}<li class="x">y</ul>`;
    return `<${name}${given}>${inner}</${name}>`;
  }),
}));

/** Pages with style sheets of any kind, including bad ones. */
export const styledPage: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('<!doctype html>', '<!doctype html>', ''),
    fc.array(sheet, { minLength: 1, maxLength: 2 }),
    attributes,
    fc.array(content, { minLength: 2, maxLength: 3 }),
    fc.option(sheet, { freq: 8 }),
  )
  .map(
    ([doctype, sheets, onBody, contents, late]) =>
      `${doctype}<html><head><title>x</title>${sheets.join('')}</head><body${onBody}>${contents.join('\n')}${late ?? ''}</body></html>`,
  );
