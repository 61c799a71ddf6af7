import { emailKindNames } from '../../src/rendering/emails/email-kinds.js';
import { type Json, startApp, type TestApp } from '../support/app.js';

/** A template without warnings, except for the content that is inserted at the start of line 2. */
function sound(content: string, head = ''): string {
  return `<mjml lang="en"><mj-head><mj-title>T</mj-title><mj-preview>P</mj-preview>${head}</mj-head><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;
}

const LINKS =
  '<mj-button href="{{link.href}}">x</mj-button><mj-text><a href="{{unsubscribeUrl}}">y</a></mj-text>';

describe('The warnings of a template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function warningsOf(body: Json): Promise<Json[]> {
    const answer = await app.request('POST', '/partner/emailTemplate/validate', { key, body });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    for (const { message } of answer.body.warnings) expect(message).toMatch(/^[A-Z{<}@a-z\d].+[.?…]$/s);
    return answer.body.warnings;
  }

  const short = (warnings: readonly Json[]) =>
    warnings.map(({ line, column, code }) => `${line}:${column} ${code}`);
  const mjml = async (content: string, more: object = {}) =>
    short(await warningsOf({ type: 'mjml', parser: 'hbs', data: sound(content), ...more }));
  const html = async (data: string) => short(await warningsOf({ type: 'html', parser: 'hbs', data }));

  it('are empty for a flawless template', async () => {
    expect(await mjml(LINKS, { kind: 'document' })).toEqual([]);
    expect(await mjml('<mj-button href="{{pdfLink.href}}">x</mj-button>', { kind: 'clientPdf' })).toEqual([]);
    expect(await mjml('<mj-image src="https://x.example/a.png" alt="" />')).toEqual([]);
  });

  it.each([
    ['an image without alt', '<mj-image src="https://x.example/a.png" />', ['2:1 alt_missing']],
    [
      'an HTML image without alt',
      '<mj-text>\n<img src="https://x.example/a.png"></mj-text>',
      ['3:1 alt_missing'],
    ],
    [
      'an address without encryption',
      '<mj-button href="http://x.example/">x</mj-button>',
      ['2:12 insecure_address'],
    ],
    [
      'an unknown attribute',
      '<mj-text colour="red" padding="1px" weight="1">x</mj-text>',
      ['2:10 illegal_attribute', '2:37 illegal_attribute'],
    ],
    [
      'a value that is none',
      '<mj-text>x</mj-text>\n  <mj-divider border-width="thick" />',
      ['3:15 illegal_value'],
    ],
    [
      'no value that a block writes',
      '<mj-divider border-width="{{#if link}}1px{{else}}2px{{/if}}" /><mj-text>x</mj-text>',
      [],
    ],
    ['three braces', '<mj-text>{{{content}}}</mj-text>', ['2:13 unescaped_variable']],
    ['an unknown variable', '<mj-text>{{clientFirstNme}}</mj-text>', ['2:12 unknown_variable']],
    ['an unknown member', '{{#with link}}<mj-text>{{adress}}</mj-text>{{/with}}', ['2:26 unknown_variable']],
    ['a script', '<mj-raw><script>x</script></mj-raw>', ['2:9 active_content']],
    ['an event of a tag', '<mj-text><b title="x" onClick="y()">x</b></mj-text>', ['2:23 active_content']],
    ['a link that is a script', '<mj-text><a href="javascript:x()">x</a></mj-text>', ['2:13 active_content']],
    [
      'a form and a frame',
      '<mj-raw><form></form>\n<iframe></iframe></mj-raw>',
      ['2:9 active_content', '3:1 active_content'],
    ],
  ])('report %s with its location', async (_, content, expected) => {
    expect(await mjml(content)).toEqual(expected);
  });

  it.each([
    ['a variable in place of attributes', '<mj-image {{attributes}} />', ['2:13 unknown_variable']],
    [
      'attributes on a condition',
      '<mj-image src="https://x.example/a.png" {{#if brand}}alt="x"{{/if}} />',
      [],
    ],
    ['values of attributes', '<mj-text padding="{{brand}}">x</mj-text>', []],
    ['members of the document', '<mj-text>{{document.data.anything.at.all}}</mj-text>', []],
    ['elements of lists', '{{#each document.data.items}}<mj-text>{{name}}</mj-text>{{/each}}', []],
  ])('do not report %s', async (_, content, expected) => {
    expect(await mjml(content)).toEqual(expected);
  });

  it('list the allowed values of an attribute', async () => {
    const data = sound('</mj-column></mj-section><mj-section full-width="yes" direction="up"><mj-column>');
    const warnings = await warningsOf({ type: 'mjml', data });
    expect(warnings.map(({ message }) => message)).toEqual([
      'full-width of <mj-section> must be one of: full-width, false.',
      'direction of <mj-section> must be one of: ltr, rtl.',
    ]);
  });

  it('do not suggest the attribute itself where an element does not have it', async () => {
    const data = sound('</mj-column></mj-section><mj-hero border="none"></mj-hero><mj-section><mj-column>');
    const [warning] = await warningsOf({ type: 'mjml', data });
    expect(warning.message).toBe('<mj-hero> has no attribute border, so it has no effect: remove it.');
  });

  it('suggest a variable for a misspelt one', async () => {
    const data =
      '{{clientFirstNme}} {{href}} {{Company.name}} {{link.hrf}} {{companyName}} {{somethingElse}}';
    const warnings = await warningsOf({ type: 'html', parser: 'hbs', data, kind: 'document' });
    const unknown = warnings.filter(({ code }) => code === 'unknown_variable').map(({ message }) => message);
    expect(unknown).toEqual([
      'There is no variable clientFirstNme in emails of the kind document. Did you mean clientFirstName?',
      'There is no variable href in emails of the kind document. Did you mean link.href?',
      'There is no variable Company.name in emails of the kind document. Did you mean company.name?',
      'There is no variable link.hrf in emails of the kind document. Did you mean link.href?',
      'There is no variable companyName in emails of the kind document. Did you mean company.name?',
      'There is no variable somethingElse in emails of the kind document. GET /partner/emailKind lists what there is.',
    ]);
  });

  it('combine variables of other data in one, and report each misspelt one', async () => {
    const other = ['basket.total', 'basket.count', 'shop', 'voucher', 'orderNumber'];
    const used = [...other, 'clientFirstNme', 'shop', 'link.hrf'].map((name) => `{{${name}}}`);
    const data = `<html lang="sv"><p>\n${used.join('\n')}</p></html>`;
    const warnings = await warningsOf({ type: 'html', parser: 'hbs', data });
    expect(short(warnings)).toEqual(['2:3 unknown_variable', '7:3 unknown_variable', '9:3 unknown_variable']);
    expect(warnings[0].message).toBe(
      'There are 4 variables that are not in any email: basket, shop, voucher, orderNumber. The first is here. GET /partner/emailKind lists what there is.',
    );
    expect(warnings[1].message).toMatch(/clientFirstNme .* Did you mean clientFirstName\?$/);
    expect(warnings[2].message).toMatch(/link\.hrf .* Did you mean link\.href\?$/);
  });

  it('count repetitions, and give the location of the first', async () => {
    const images = '<img src="http://x.example/a.png">\n'.repeat(3);
    const style = '<b style="position:fixed">x</b>'.repeat(2);
    const css = '<p style="background: url(http://x.example/b.png)">x</p>';
    const data = `<html lang="sv">\n${css}\n${images}${style}</html>`;
    const warnings = await warningsOf({ type: 'html', data });
    expect(short(warnings)).toEqual([
      '2:23 insecure_address',
      '3:1 alt_missing',
      '6:11 unsupported_by_mail_clients',
    ]);
    expect(warnings.map(({ message }) => message)).toEqual([
      '4 addresses begin with http:, which mail programs warn of or block: use https:. The first is here.',
      '3 images have no text for people who cannot see them: add alt="…" with what each shows, or alt="" if it only decorates. The first is here.',
      expect.stringMatching(/^position does not work in Gmail.*\. It is in 2 places; the first is here\.$/),
    ]);
  });

  it('do not report features without effect, decorations and fonts', async () => {
    const sheet =
      '@import url("https://fonts.example/css?family=A"); p { float: none !important; position: relative; clear: both; box-shadow: 0 0 1px rgba(0, 0, 0, 0.5) }';
    const link = '<link rel="stylesheet" href="https://fonts.example/css?family=B">';
    const picture =
      '<picture><source srcset="https://x.example/a"><img src="https://x.example/a" alt="a"></picture>';
    expect(
      await html(`<html lang="sv"><head>${link}<style>${sheet}</style></head>${picture}</html>`),
    ).toEqual([]);
    const other =
      '<link rel="stylesheet" href="https://x.example/a.css"><style>@import "https://x.example/b.css";</style>';
    expect(await html(`<html lang="sv"><head>\n${other}</head></html>`)).toEqual([
      '2:1 unsupported_by_mail_clients',
      '2:62 unsupported_by_mail_clients',
    ]);
  });

  it('combine related features in one', async () => {
    const positioned = '<b style="position:absolute;top:0;left:0">x</b>'.repeat(2);
    const hidden = '<p style="display:none;visibility:hidden">x</p>';
    const [warning, ...others] = await warningsOf({
      type: 'html',
      data: `<html lang="sv">\n${hidden}${positioned}</html>`,
    });
    expect(others).toEqual([]);
    expect(warning.column).toBe(58);
    expect(warning.message).toMatch(
      /^position, top and left do not work in Gmail.* without them \(.*\)\. They are in 6 places; the first is here\.$/,
    );
  });

  it('combine all values printed as HTML, and all active content of one kind, in one', async () => {
    const data = `<html lang="sv">\n{{{content}}}{{{subject}}}{{{content}}}\n${'<a href="javascript:x()">y</a>'.repeat(3)}</html>`;
    const warnings = await warningsOf({ type: 'html', parser: 'hbs', data });
    expect(short(warnings)).toEqual(['2:4 unescaped_variable', '3:4 active_content']);
    expect(warnings[0].message).toMatch(/^2 variables are printed as HTML.*: content, subject\. /);
    expect(warnings[1].message).toMatch(/ It is in 3 places; the first is here\.$/);
  });

  it.each([
    [
      '{% if user %}Hello{% endif %}',
      /^Recipients would read \{% if user %\}: it is Liquid, .* There are 2; the first is here\.$/,
    ],
    ['<td><%= name %></td>', /^Recipients would read <%= name %>: it is EJS or ERB, and sent as it is\./],
    ['Hello *|FNAME|*', /^Recipients would read \*\|FNAME\|\*: it is a merge tag, and sent as it is\./],
    ['Hello %%first_name%%', /^Recipients would read %%first_name%%: it is AMPscript, and sent as it is\./],
    ['Hello ${user.name}', /^Recipients would read \$\{user\.name\}: it is JavaScript, and sent as it is\./],
    [
      '<a href="[[UNSUB_LINK]]">x</a>',
      /^Recipients would read \[\[UNSUB_LINK\]\]: it is a merge tag, and sent as it is\./,
    ],
  ])('report expressions of other languages, which are sent unchanged: %s', async (text, expected) => {
    const data = `<html lang="sv"><!-- {% no %} <%= no %> -->\n<table><tr><td>${text}</td></tr></table></html>`;
    const warnings = await warningsOf({ type: 'html', parser: 'hbs', data });
    const foreign = warnings.filter(({ code }) => code === 'foreign_expression');
    expect(foreign).toEqual([expect.objectContaining({ line: 2, message: expect.stringMatching(expected) })]);
    expect(warnings.filter(({ code }) => code === 'unclosed_tag')).toEqual([]);
  });

  it('report variables that are unknown in one kind of email only', async () => {
    const unknownIn = async (kind: string | undefined) =>
      (await mjml('<mj-text>{{textAttachment}}</mj-text>', { kind })).filter((one) =>
        one.includes('unknown'),
      );
    expect(await unknownIn('document')).toEqual(['2:12 unknown_variable']);
    expect(await unknownIn('clientPdf')).toEqual([]);
    expect(await unknownIn(undefined)).toEqual([]);
  });

  it('report a missing link that a kind of email must have', async () => {
    expect(emailKindNames).toEqual(['document', 'clientPdf']);
    const empty = '<mj-text>{{#if link.href}}x{{/if}}</mj-text>';
    expect(await mjml(empty, { kind: 'document' })).toEqual([
      '1:1 main_link_missing',
      '1:1 unsubscribe_missing',
    ]);
    expect(await mjml('<mj-text>x</mj-text>', { kind: 'clientPdf' })).toEqual(['1:1 main_link_missing']);
  });

  it('accept hidden text as a preview', async () => {
    const page = (style: string) =>
      `<mjml lang="en"><mj-body><mj-raw><div style="${style}">P</div></mj-raw></mj-body></mjml>`;
    const codes = async (style: string) => short(await warningsOf({ type: 'mjml', data: page(style) }));
    expect(await codes('display:none; max-height:0')).toEqual([]);
    expect(await codes('color:red')).toEqual(['1:1 preview_missing']);
  });

  it('report a missing preview, but not a missing title or language, which every email gets', async () => {
    const data = '<mjml>\n<mj-head><mj-preview> </mj-preview></mj-head><mj-body></mj-body></mjml>';
    expect(short(await warningsOf({ type: 'mjml', data }))).toEqual(['2:10 preview_missing']);
    expect(await html('<!doctype html>\n<html><head><title></title></head></html>')).toEqual([]);
  });

  it('report content that Gmail would cut off', async () => {
    const text = (count: number) => `<html lang="sv"><title>x</title><p>${'x'.repeat(count)}</p></html>`;
    expect(await html(text(103 * 1024))).toEqual(['1:1 too_large']);
    expect(await html(text(101 * 1024))).toEqual([]);
  });

  it('report expressions without a parser', async () => {
    const data = '<html lang="sv"><title>x</title>\n <p>{{name}} {{#if</p></html>';
    expect(short(await warningsOf({ type: 'html', data }))).toEqual(['2:5 parser_missing']);
  });

  it('report features that mail programs lack, once', async () => {
    const style = '<mj-style>.a { position: fixed }</mj-style>';
    const content = '<mj-text css-class="a"><video></video><b style="position:fixed">x</b></mj-text>';
    const warnings = await warningsOf({ type: 'mjml', data: sound(content, style) });
    expect(short(warnings)).toEqual(['1:89 unsupported_by_mail_clients', '2:24 unsupported_by_mail_clients']);
    expect(warnings[0].message).toMatch(/^position does not work in .*Outlook \(Windows\)/);
    expect(warnings[1].message).toMatch(/^<video> does not work in .*Gmail/);
  });

  it('do not report rules that match no element, or that clients without the feature ignore', async () => {
    const page = (rules: string) =>
      `<html lang="sv"><title>x</title><style>${rules}</style><p class="a">x</p></html>`;
    expect(await html(page('.b, .a.c { position: fixed } #d { float: left }'))).toEqual([]);
    expect(await html(page('@media (max-width: 480px) { .a { float: left } }'))).toEqual([]);
    expect(await html(page('.b, .a { position: fixed }'))).toEqual(['1:49 unsupported_by_mail_clients']);
    expect(await html(page('.b { position: fixed }').replace('"a"', '"{{email}}"'))).toEqual([
      '1:45 unsupported_by_mail_clients',
    ]);
  });

  it('report unterminated styles in HTML', async () => {
    const data = '<html lang="sv"><title>x</title>\n<style>p{color:red</style></html>';
    expect(await html(data)).toEqual(['2:9 css_unclosed_block']);
  });

  it('report unmatched tags in HTML, which do not prevent storing', async () => {
    const data = [
      '<html lang="sv"><title>x</title><body>',
      '{{#if company.name}}<div>{{else}}<div class="b">{{/if}}',
      '  <p>Dear {{clientFirstName}}',
      '  <ul><li>x</ul></p>',
      '  <b><i>x</b></i>',
      '  <table><tr><td><center>y</td></tr></table>',
      '  </span>',
      '</div></body></html>',
    ].join('\n');
    expect(await html(data)).toEqual([
      '4:17 wrong_nesting',
      '5:10 wrong_nesting',
      '6:18 unclosed_element',
      '7:3 unexpected_end_tag',
    ]);
    const created = await app.request('POST', '/partner/emailTemplate', {
      key,
      body: { type: 'html', parser: 'hbs', data },
    });
    expect(created.status).toBe(201);
    const report = await app.request('POST', `/partner/emailTemplate/${created.body.id}/render`, {
      key,
      body: {},
      headers: { accept: 'application/json' },
    });
    expect(report.body.warnings[2]).toEqual({
      code: 'unclosed_element',
      message: '<center> is never closed: write </center> where it ends, before </td> in line 6.',
      line: 6,
      column: 18,
    });
  });

  it('suggest a style property for a misspelt one, in HTML and in MJML', async () => {
    const style = '.a { colour: red; mso-hide: all; background: {{brand}} }';
    const data = `<html lang="sv"><title>x</title><style>\n${style}</style>\n<p style="widht:{{year}}px">x</p></html>`;
    const warnings = await warningsOf({ type: 'html', parser: 'hbs', data });
    expect(short(warnings)).toEqual(['2:6 unknown_property', '3:11 unknown_property']);
    expect(warnings[0].message).toBe('There is no CSS property colour. Did you mean color?');
    const content = '<mj-text><b style="font-wieght:bold">x</b></mj-text>';
    const inHead = sound(content, '<mj-style>.a{marign:0}</mj-style>');
    expect(short(await warningsOf({ type: 'mjml', data: inHead }))).toEqual([
      '1:87 unknown_property',
      '2:20 unknown_property',
    ]);
  });

  it('are a hundred at most, the first ones', async () => {
    const found = await html(
      `<html lang="sv"><title>x</title>${'<p style="colr:red">x</p>\n'.repeat(300)}</html>`,
    );
    expect(found).toHaveLength(100);
    expect(found[99]).toBe('100:11 unknown_property');
  });
});
