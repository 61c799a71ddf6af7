import { type Json, startApp, type TestApp } from '../support/app.js';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

const placesOf = (findings: readonly Finding[] = []) =>
  findings.map(({ line, column, code }) => `${line}:${column} ${code}`);

describe('A template with mistakes', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function validate(body: Json): Promise<Json> {
    const answer = await app.request('POST', '/partner/emailTemplate/validate', { key, body });
    return { status: answer.status, ...answer.body };
  }

  it('gets five different errors in one answer, each with its line and advice', async () => {
    const data = [
      '<mjml><mj-body><mj-section><mj-column>',
      '  <mj-txt>Hello</mj-txt>',
      '  Welcome',
      '  <mj-text>{{upper name}}</mj-text>',
      '  <mj-text>{{#if company}}{{company.name}}</mj-text>',
      '  <mj-include path="footer.mjml" />',
      '</mj-column></mj-section></mj-body></mjml>',
    ].join('\n');
    const { status, code, errors } = await validate({ type: 'mjml', parser: 'hbs', data });
    expect([status, code]).toEqual([422, 'template_invalid']);
    expect(errors).toEqual([
      {
        pointer: '/data',
        code: 'unknown_element',
        message: 'There is no MJML element <mj-txt>. Did you mean <mj-text>?',
        line: 2,
        column: 3,
      },
      {
        pointer: '/data',
        code: 'text_lost',
        message: 'Text directly in <mj-column> would not be sent. Put it into an mj-text.',
        line: 3,
        column: 3,
      },
      {
        pointer: '/data',
        code: 'unknown_helper',
        message:
          'There is no helper upper. Change the case of letters by CSS: text-transform: uppercase, lowercase or capitalize.',
        line: 4,
        column: 12,
      },
      {
        pointer: '/data',
        code: 'unclosed_block',
        message: '{{#if company}} is never closed: write {{/if}} where it ends.',
        line: 5,
        column: 12,
      },
      {
        pointer: '/data',
        code: 'include_refused',
        message: 'mj-include is not available: make the file a snippet, and include it with {{> name}}.',
        line: 6,
        column: 3,
      },
    ]);
  });

  it('gets warnings in addition to its errors', async () => {
    const data = [
      '<mjml lang="en"><mj-head><mj-title>x</mj-title><mj-preview>y</mj-preview></mj-head><mj-body>',
      '<mj-section colour="red"><mj-column>',
      '<mj-image src="http://x.example/a.png" />',
      '<mj-text>{{clientFirstNme}}</mj-text>',
      '<mj-text>never closed',
      '</mj-column></mj-section></mj-body></mjml>',
    ].join('\n');
    for (const [method, path] of [
      ['POST', '/partner/emailTemplate/validate'],
      ['POST', '/partner/emailTemplate'],
    ] as const) {
      const { status, body } = await app.request(method, path, {
        key,
        body: { type: 'mjml', parser: 'hbs', data },
      });
      expect(status).toBe(422);
      expect(placesOf(body.errors)).toEqual(['5:1 unclosed_element']);
      expect(placesOf(body.warnings)).toEqual([
        '2:13 illegal_attribute',
        '3:1 alt_missing',
        '3:11 insecure_address',
        '4:12 unknown_variable',
      ]);
    }
  });

  it('gets no warning about a word of a refused name', async () => {
    const body = { type: 'html', parser: 'hbs', data: '<p>{{client.first name}}</p>' };
    const { errors, warnings } = await validate(body);
    expect([placesOf(errors), warnings]).toEqual([['1:4 unknown_helper'], undefined]);
  });

  it.each([
    [
      'an mj-text that a heading closes',
      '<mj-text><h1>x</mj-text></h1></mj-text>',
      ['2:30 unexpected_end_tag'],
    ],
    [
      'an mj-text closed as another element',
      '<mj-text>x</mj-button>',
      ['2:1 unclosed_element', '2:11 unexpected_end_tag'],
    ],
    ['text in a section', '</mj-column>\nlost<mj-column>', ['3:1 text_lost']],
    [
      'styles without an end',
      '</mj-column></mj-section></mj-body><mj-head><mj-style>p{color:red</mj-style></mj-head><mj-body><mj-section><mj-column>',
      ['2:56 css_unclosed_block', '2:87 second_element'],
    ],
    [
      'a brace too many after a variable',
      '<mj-raw><style>p{color:{{c}}}</style></mj-raw>',
      ['2:29 braces_mismatch'],
    ],
    [
      'an expression left open',
      '<mj-text>{{name</mj-text>\n<mj-x />',
      ['2:10 unclosed_expression', '3:1 unknown_element'],
    ],
  ])('is refused for %s', async (_, content, expected) => {
    const data = `<mjml><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;
    const { status, errors } = await validate({ type: 'mjml', parser: 'hbs', data });
    expect(status).toBe(422);
    expect(placesOf(errors)).toEqual(expected);
  });

  it('gets errors about wrong nesting before, in and after an unclosed element', async () => {
    const data = [
      '<mjml><mj-body>',
      '<mj-column></mj-column>',
      '<mj-section><mj-text>x</mj-text><mj-column>',
      '<mj-image src="https://x.example/a.png" alt="">',
      '<mj-text>x</mj-text>',
      '<mj-text><mj-button>x</mj-button></mj-text>',
      '</mj-colum></mj-column><mj-divider /></mj-section>',
      '</mj-body></mjml>',
      '<mj-text>y</mj-text>',
    ].join('\n');
    const { errors } = await validate({ type: 'mjml', parser: 'hbs', data });
    expect(placesOf(errors)).toEqual([
      '2:1 misplaced_element',
      '3:13 misplaced_element',
      '4:1 unclosed_element',
      '6:10 misplaced_element',
      '7:1 unexpected_end_tag',
      '7:24 misplaced_element',
      '9:1 misplaced_element',
    ]);
    expect(errors[4].message).toBe('</mj-colum> closes nothing. Did you mean </mj-column>?');
  });

  it('gets warnings about the text after an unclosed expression too', async () => {
    const data = '<p>{{name</p>\n<img src="a.png">\n<p>{{clientFirstNme}}</p>';
    const { errors, warnings } = await validate({ type: 'html', parser: 'hbs', data });
    expect(placesOf(errors)).toEqual(['1:4 unclosed_expression']);
    expect(placesOf(warnings)).toEqual(expect.arrayContaining(['2:1 alt_missing', '3:6 unknown_variable']));
  });

  it('is refused for text after its end', async () => {
    const { errors } = await validate({ type: 'mjml', data: '<mjml><mj-body></mj-body></mjml>\nbye' });
    expect(placesOf(errors)).toEqual(['2:1 text_lost']);
  });

  it('gets a hundred errors at most', async () => {
    const data = `<mjml><mj-body>${'<p>'.repeat(500)}</mj-body></mjml>`;
    const { status, errors } = await validate({ type: 'mjml', data });
    expect([status, errors.length]).toEqual([422, 100]);
  });

  it.each([
    ['in one line', '<p>', 80_000, (number: number) => `1:${16 + 3 * number} unknown_element`],
    ['each in a line of its own', '\n<p>', 60_000, (number: number) => `${2 + number}:1 unknown_element`],
  ])('gets its errors even for 240 KB of mistakes, %s', async (_, mistake, count, place) => {
    const data = `<mjml><mj-body>${mistake.repeat(count)}</mj-body></mjml>`;
    for (const parser of ['hbs', null]) {
      const { status, code, errors } = await validate({ type: 'mjml', parser, data });
      expect([status, code]).toEqual([422, 'template_invalid']);
      expect(placesOf(errors)).toEqual(Array.from({ length: 100 }, (__, number) => place(number)));
    }
  });
});
