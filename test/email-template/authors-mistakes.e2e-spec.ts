import { type Json, startApp, type TestApp } from '../support/app.js';

/** A template without problems. `content` begins at line 2, column 1. */
function mjmlWith(content: string, head = ''): string {
  return `<mjml lang="en"><mj-head><mj-preview>P</mj-preview>${head}</mj-head><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;
}

/** The same for HTML. */
function htmlWith(content: string): string {
  return `<html lang="en"><body>\n${content}\n</body></html>`;
}

describe('A mistake in a template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function found(body: Json): Promise<{ errors: string[]; warnings: string[] }> {
    const { body: answer } = await app.request('POST', '/partner/emailTemplate/validate', { key, body });
    const short = (list: readonly Json[] = []) =>
      list.map(({ line, column, message }) => `${line}:${column} ${message}`);
    return { errors: short(answer.errors), warnings: short(answer.warnings) };
  }

  const mjml = (content: string, head?: string) =>
    found({ type: 'mjml', parser: 'hbs', data: mjmlWith(content, head) });
  const html = (content: string) => found({ type: 'html', parser: 'hbs', data: htmlWith(content) });

  it.each([
    [
      'a value in a column',
      '  {{client.name}}',
      '2:3 {{client.name}} directly in <mj-column> would not be sent. Put it into an mj-text.',
    ],
    [
      'text of a list in a column',
      '{{#each recipients}}{{name}}{{/each}}',
      '2:21 {{name}} directly in <mj-column> would not be sent. Put it into an mj-text.',
    ],
    [
      'a value behind a section, with CR LF, a tab and an emoji before it',
      '<mj-text>😀</mj-text>\r\n</mj-column>\r\n\t{{client.name}}<mj-column>',
      '4:2 {{client.name}} directly in <mj-section> would not be sent. Put it into an mj-text.',
    ],
    [
      'a second body',
      '</mj-column></mj-section></mj-body>\n<mj-body><mj-section><mj-column>',
      '3:1 This second <mj-body> would not be sent: move its content into the <mj-body> in line 1.',
    ],
    [
      'an open comment',
      '<mj-text>x</mj-text><!-- y',
      '2:21 This comment is never closed, so all that follows is hidden: write --> where it ends.',
    ],
    [
      'elseif',
      '<mj-text>{{#if brand}}a{{elseif language}}b{{/if}}</mj-text>',
      '2:24 Write {{else if language}} in place of {{elseif}}.',
    ],
    [
      'elsif',
      '<mj-text>😀{{#if brand}}a{{elsif language}}b{{/if}}</mj-text>',
      '2:26 Write {{else if language}} in place of {{elsif}}.',
    ],
    [
      'an else that opens a block',
      '<mj-text>{{#if brand}}a{{#else if language}}b{{/if}}</mj-text>',
      '2:24 Write {{else if language}} in place of {{#else}}.',
    ],
    [
      'for',
      '<mj-text>{{#for item in recipients}}a{{/for}}</mj-text>',
      '2:10 Write {{#each recipients as |item|}}…{{/each}} in place of {{#for}}.',
    ],
    [
      'foreach',
      '<mj-text>{{#foreach recipients}}a{{/foreach}}</mj-text>',
      '2:10 Write {{#each recipients}}…{{/each}} in place of {{#foreach}}.',
    ],
    [
      'typographic quotes in an expression',
      '<mj-text>{{#if (eq language “sv”)}}a{{/if}}</mj-text>',
      '2:29 Handlebars knows only straight quotes, " and \': write {{#if (eq language "sv")}}.',
    ],
    [
      'an element of HTML',
      '\t<p>x</p>',
      '2:2 <p> is not an MJML element and would not be sent. HTML belongs in an mj-text, mj-table or mj-raw.',
    ],
  ])('is refused with its location and a fix: %s', async (_, content, expected) => {
    expect((await mjml(content)).errors).toEqual([expected]);
  });

  it.each([
    [
      'HTML as MJML',
      { type: 'mjml', data: '<!doctype html>\n<html><body><p>x</p></body></html>' },
      '1:1 This is HTML: set type to html.',
    ],
    ['MJML as HTML', { type: 'html', data: mjmlWith('') }, '1:1 This is MJML: set type to mjml.'],
  ])('is refused without a suggestion for %s', async (_, body, expected) => {
    expect(await found(body)).toEqual({ errors: [expected], warnings: [] });
  });

  it.each([
    [
      'a class that is not defined',
      '<mj-text mj-class="big rde">x</mj-text>',
      [
        '2:20 There is no mj-class big. Define it in the head: <mj-attributes><mj-class name="big" … /></mj-attributes>.',
        '2:24 There is no mj-class rde. Did you mean red?',
      ],
    ],
    [
      'an image without an address',
      '<mj-image alt="" />',
      [
        '2:1 This <mj-image> has no src, so it shows nothing: add src="https://…" with the address of the image.',
      ],
    ],
    [
      'a button without an address',
      '<mj-button>x</mj-button><mj-button href="{{link.href}}">y</mj-button>\n<mj-button href=" ">z</mj-button>',
      [2, 3].map(
        (line) =>
          `${line}:1 This <mj-button> has no href, so nothing happens when it is clicked: add href="https://…" with the address that it opens.`,
      ),
    ],
    [
      'an unknown attribute and values without a unit',
      '<mj-text colour="red" padding="10">x</mj-text>\n<mj-divider border-width="thick" />',
      [
        '2:10 <mj-text> has no attribute colour, so it has no effect. Did you mean color?',
        '2:23 padding of <mj-text> must be a number in px or %, up to 4 of them: write "10px".',
        '3:13 border-width of <mj-divider> must be a number in px.',
      ],
    ],
    [
      'attributes of HTML, and a cell straight in a table',
      '<mj-text style="color:red">x</mj-text>\n<mj-table><td>x</td></mj-table>',
      [
        '2:10 <mj-text> has no attribute style, so it has no effect: write an attribute for each property, such as color="#336699".',
        '3:11 <td> belongs in a <tr>: write <tr> before it and </tr> after the last cell of the row.',
      ],
    ],
    [
      'a block that ends a tag in one branch',
      '<mj-text {{#if brand}}color="red">{{/if}}x</mj-text>',
      [
        '2:10 {{#if brand}} ends a tag in one of its branches and not in the other: write the whole tag in each branch, or put the block inside a quoted value.',
      ],
    ],
  ])('in MJML is a warning with its location and a fix: %s', async (_, content, expected) => {
    const head = '<mj-attributes><mj-class name="red" color="red" /></mj-attributes>';
    expect(await mjml(content, head)).toEqual({ errors: [], warnings: expected });
  });

  it.each([
    [
      'one brace',
      '<p>😀 {email} {other} { color }</p>',
      ['2:7 {email} is sent as it is: write {{email}} with two braces on each side.'],
    ],
    [
      'typographic quotes in an attribute',
      '<a href=”https://x.example/”>x</a>',
      ['2:9 HTML knows only straight quotes, " and \': write href="https://x.example/".'],
    ],
    [
      'a declaration without a colon',
      '<p style="color: red; margin 0">x</p>',
      ['2:23 "margin 0" has no colon, so it has no effect: write "margin: 0".'],
    ],
    [
      'a cell straight in a table, after CR LF',
      '<table>\r\n\t<td>x</td></table>',
      ['3:2 <td> belongs in a <tr>: write <tr> before it and </tr> after the last cell of the row.'],
    ],
    [
      'an open comment',
      '<div><p>x <!-- y </p></div>',
      ['2:11 This comment is never closed, so all that follows is hidden: write --> where it ends.'],
    ],
    [
      'paths, and an image without an address',
      '<a href="page.html">x</a><img alt="" src="/logo.png"><img alt="x">',
      [
        '2:4 "page.html" is not a whole address, and an email has no site that it could be on: write it with https:// and the site. 2 addresses are like this; the first is here.',
        '2:54 This <img> has no src, so it shows nothing: add src="https://…" with the address of the image.',
      ],
    ],
    [
      'a declaration without a semicolon',
      '<p style="color: red margin: 0">x</p>',
      ['2:22 A semicolon is missing before margin:, so neither declaration has an effect.'],
    ],
    [
      'a tag that only one branch opens',
      '{{#if brand}}<div>{{/if}}x</div>\n{{#if brand}}<b>{{/if}}y{{#if brand}}</b>{{/if}}',
      [
        '2:27 </div> closes nothing if the block with <div> in line 2 is left out: write both tags in the block, or both outside.',
      ],
    ],
    [
      'a comment for Outlook that Outlook sees no end of',
      '<!--[if mso]><p>x</p><endif]-->\n<!--[if !mso]><!--><p>y</p><!--<![endif]-->',
      ['2:1 Outlook does not see the end of this comment, and hides what follows: end it with <![endif]-->.'],
    ],
    [
      'a variable in marks of other languages',
      '<p>[[company.name]] %email% 100%</p>',
      [
        '2:4 [[company.name]] is sent as it is: write {{company.name}} with two braces on each side.',
        '2:21 %email% is sent as it is: write {{email}} with two braces on each side.',
      ],
    ],
    [
      'a part of a name in marks of other languages',
      '<p>{name} {first_name} {colour}</p>',
      [
        '2:4 {name} is sent as it is: write {{client.name}} with two braces on each side.',
        '2:11 {first_name} is sent as it is: write {{clientFirstName}} with two braces on each side.',
      ],
    ],
    [
      'a name in capitals',
      '<p>{{Company.Name}} {{company.Name}}</p>',
      [
        '2:6 There is no variable Company.Name in any email. Did you mean company.name?',
        '2:23 There is no variable company.Name in any email. Did you mean company.name?',
      ],
    ],
    [
      'a semicolon missing in each branch',
      '<p style="{{#if brand}}color:red margin:0{{else}}color:blue{{/if}}">x</p>',
      ['2:34 A semicolon is missing before margin:, so neither declaration has an effect.'],
    ],
    [
      'elements of AMP',
      '<amp-img src="https://x.example/a.png"></amp-img>',
      ['2:1 <amp-img> does not work in emails. AMP is not sent: write HTML, such as <img> for <amp-img>.'],
    ],
    [
      'an address without a scheme',
      '<a href="www.x.se">x</a>',
      ['2:4 "www.x.se" has no scheme, so mail programs do not find it: write "https://www.x.se".'],
    ],
  ])('in HTML is a warning with its location and a fix: %s', async (_, content, expected) => {
    expect(await html(content)).toEqual({ errors: [], warnings: expected });
  });

  it('is reported once for an unknown element of MJML, and not for the HTML in it', async () => {
    const content = '<mj-txt>Hi <b>you</b><br>there</mj-txt>\n<mj-text>x</mj-text><p>y</p>';
    expect((await mjml(content)).errors).toEqual([
      '2:1 There is no MJML element <mj-txt>. Did you mean <mj-text>?',
      '3:21 <p> is not an MJML element and would not be sent. HTML belongs in an mj-text, mj-table or mj-raw.',
    ]);
  });

  it('is reported once for each undefined class, and once for many that are defined elsewhere', async () => {
    const head = '<mj-attributes><mj-class name="large" padding="9px" /></mj-attributes>';
    const few = '<mj-text mj-class="larg small">x</mj-text>\n<mj-text mj-class="small larg">x</mj-text>';
    expect((await mjml(few, head)).warnings).toEqual([
      '2:20 There is no mj-class larg. Did you mean large?',
      '2:25 There is no mj-class small. Define it in the head: <mj-attributes><mj-class name="small" … /></mj-attributes>.',
    ]);
    const many = Array.from({ length: 12 }, (_, index) => `pad-${index}`).join(' ');
    expect((await mjml(`<mj-text mj-class="${many} larg">x</mj-text>`, head)).warnings).toEqual([
      '2:20 There are 12 mj-classes that are not defined: pad-0, pad-1, pad-2, pad-3, pad-4, pad-5, pad-6, pad-7, pad-8, pad-9 and 2 more. The first is here. Define it in the head: <mj-attributes><mj-class name="pad-0" … /></mj-attributes>.',
      '2:94 There is no mj-class larg. Did you mean large?',
    ]);
  });

  it('is a warning for a template full of expressions without a parser', async () => {
    const data = htmlWith('<p>{{client}}</p>');
    expect((await found({ type: 'html', data })).warnings).toEqual([
      '2:4 {{client}} is sent as it is written, because the template has no parser: set parser: "hbs".',
    ]);
  });

  it.each([
    [
      'links of an mj-navbar with an address',
      '<mj-navbar base-url="https://x.example"><mj-navbar-link href="/a">A</mj-navbar-link></mj-navbar>',
    ],
    [
      'an attribute whose quotes are in branches',
      '<mj-text align={{#if client}}"left"{{else}}"right"{{/if}}>x</mj-text>',
    ],
    [
      'structured data',
      '<mj-raw><script type="application/ld+json">{"@type":"EmailMessage"}</script></mj-raw>',
    ],
  ])('is none in %s', async (_, content) => {
    expect(await mjml(content)).toEqual({ errors: [], warnings: [] });
  });

  it.each([
    [
      'declarations in different branches',
      '<p style="{{#if brand}}color:red{{else}}color:blue{{/if}};margin:0">x</p>',
    ],
    [
      'declarations in different branches of a style sheet',
      '<style>p{ {{#if brand}}color:red\n{{else}}color:blue{{/if}};margin:0}</style>',
    ],
    [
      'a layout that is only for clients with support',
      '<style>@supports (display:grid){p{display:grid}}</style><p>x</p>',
    ],
    ['a link whose missing value is followed by parameters', '<a href="{{link.href}}&page=2">x</a>'],
  ])('is none in HTML for %s', async (_, content) => {
    expect(await html(content)).toEqual({ errors: [], warnings: [] });
  });

  it('is none in an mj-raw or mj-spacer in text, which MJML sends', async () => {
    expect(await mjml('<mj-text>a<mj-raw><b>c</b></mj-raw><mj-spacer height="9px" />b</mj-text>')).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it('is reported once for each variable, and not where a condition expects that it is missing', async () => {
    const content = [
      '<p>{{nickname}} {{nickname}}</p>',
      '{{#if promotion}}<p>{{promotion}} {{promotionCode}}</p>{{/if}}',
      '{{#if (eq templateType "clientPdf")}}<p>{{textAttachment}}</p>{{/if}}',
      '{{#if (eq templateType "reminder")}}<p>{{daysLeft}}</p>{{/if}}',
      '{{#if (eq templateType "document")}}<p>{{textAttachment}}</p>{{/if}}',
      '{{#if clientFirstNme}}<p>{{clientFirstNme}}</p>{{/if}}',
    ].join('\n');
    const { warnings } = await found({
      type: 'html',
      parser: 'hbs',
      kind: 'document',
      data: htmlWith(content),
    });
    expect(warnings.filter((one) => one.includes('There is no variable'))).toEqual([
      '2:6 There is no variable nickname in emails of the kind document. GET /partner/emailKind lists what there is.',
      '6:42 There is no variable textAttachment in emails of the kind document. GET /partner/emailKind lists what there is.',
      '7:7 There is no variable clientFirstNme in emails of the kind document. Did you mean clientFirstName?',
    ]);
  });
});
