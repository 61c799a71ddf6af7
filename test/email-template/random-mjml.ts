import fc from 'fast-check';

/**
 * Random correct templates: MJML with most elements, and Handlebars wherever an expression is allowed. None of them may
 * be refused.
 */
export function randomMjml(): fc.Arbitrary<string> {
  return fc
    .array(section, { minLength: 1, maxLength: 3 })
    .chain((sections) =>
      head.map(
        (start) => `<mjml lang="{{language}}">${start}<mj-body>\n${sections.join('\n')}</mj-body></mjml>`,
      ),
    );
}

const condition = fc.constantFrom(
  'if a',
  'unless a',
  'if b.c',
  'each list',
  'with b',
  'each list as |one|',
  // Not of templateType, because if it is not “document”, a section that is opened in the branch of either kind might
  // not be opened at all.
  'if (eq language "sv")',
  'unless (eq b.c a)',
  'd',
  '^d',
);

/** The same content, or a block around it, with other content or none in the other branch. */
function perhapsInBlock(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const block = fc.tuple(condition, content, fc.option(content)).map(([head, main, other]) => {
    const name = head.replace('^', '').split(' ')[0];
    const start = head.startsWith('^') ? `{{${head}}}` : `{{#${head}}}`;
    return `${start}${main}${other === null ? '' : `{{else}}\n${other}`}{{/${name}}}`;
  });
  return fc.oneof({ arbitrary: content, weight: 3 }, { arbitrary: block, weight: 2 });
}

function listOf(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(perhapsInBlock(content), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
}

const text = fc
  .array(
    fc.constantFrom(
      'plain',
      '{{a}}',
      '{{{b.c}}}',
      '{{~a~}}',
      '{{lookup list 0}}',
      '{{!-- note: <mj-text> --}}',
      '{{#if a}}x{{else}}<b>{{b.c}}</b>{{/if}}',
      '{{#each list}}{{@index}} {{this}}<br>{{/each}}',
      '<a href="{{url}}">{{a}}</a>',
      '&nbsp;',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(' '));

const attributes = fc
  .subarray(
    ['css-class="k {{a}}"', 'padding="{{padding}}"', '{{#if a}}css-class="k"{{/if}}', 'mj-class="m"'],
    {
      maxLength: 1,
    },
  )
  .map((chosen) => chosen.map((attribute) => ` ${attribute}`).join(''));

const leaf = fc
  .tuple(attributes, text)
  .chain(([more, content]) =>
    fc.constantFrom(
      `<mj-text${more}>${content}</mj-text>`,
      `<mj-button href="{{#if url}}{{url}}{{/if}}"${more}>${content}</mj-button>`,
      `<mj-image src="{{url}}" alt="{{a}}" width="{{width}}"${more} />`,
      `<mj-table${more}><tr><td>${content}</td></tr>{{#each list}}<tr><td>{{this}}</td></tr>{{/each}}</mj-table>`,
      `<mj-raw><div>${content}</div></mj-raw>`,
      `<mj-divider${more} /><mj-spacer height="{{padding}}" />`,
      `<!-- {{a}} -->`,
      `<mj-social>{{#each list}}<mj-social-element href="{{this}}">${content}</mj-social-element>{{/each}}</mj-social>`,
      `<mj-navbar>{{#each list}}<mj-navbar-link href="{{this}}">{{this}}</mj-navbar-link>{{/each}}</mj-navbar>`,
      `<mj-carousel>{{#each list}}<mj-carousel-image src="{{this}}" />{{/each}}</mj-carousel>`,
      `<mj-accordion><mj-accordion-element><mj-accordion-title>${content}</mj-accordion-title></mj-accordion-element></mj-accordion>`,
    ),
  );

const column = listOf(leaf).map((content) => `<mj-column width="{{width}}">${content}</mj-column>`);

const columns = fc.oneof(
  listOf(column),
  listOf(column).map((content) => `<mj-group>${content}</mj-group>`),
);

const section = perhapsInBlock(
  fc.oneof(
    columns.map((content) => `<mj-section background-url="{{url}}">${content}</mj-section>`),
    columns.map(
      (content) =>
        `{{#if a}}<mj-section>{{else}}<mj-section full-width="full-width">{{/if}}${content}</mj-section>`,
    ),
    columns.map(
      (content) =>
        `{{#if (eq templateType "document")}}<mj-section>{{/if}}{{#if (eq templateType "clientPdf")}}<mj-section full-width="full-width">{{/if}}${content}</mj-section>`,
    ),
    columns.map(
      (content) => `<mj-wrapper>{{#each list}}<mj-section>${content}</mj-section>{{/each}}</mj-wrapper>`,
    ),
    text.map((content) => `<mj-hero><mj-text>${content}</mj-text></mj-hero>`),
  ),
);

const head = fc
  .subarray([
    '<mj-title>{{a}}</mj-title>',
    '<mj-preview>{{#if a}}{{a}}{{/if}}</mj-preview>',
    '<mj-style>.k{color:{{colour}};}</mj-style>',
    '<mj-style inline="inline">.k{color:red}</mj-style>',
    '<mj-font name="X" href="{{url}}" /><mj-breakpoint width="{{width}}" />',
    '<mj-attributes><mj-all color="{{colour}}" /><mj-class name="m" color="{{colour}}" /></mj-attributes>',
    '<mj-html-attributes><mj-selector path=".k"><mj-html-attribute name="data-x">{{a}}</mj-html-attribute></mj-selector></mj-html-attributes>',
  ])
  .map((parts) => (parts.length === 0 ? '' : `<mj-head>${parts.join('\n')}</mj-head>`));
