import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import { randomMjml } from './random-mjml.js';

interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A template whose column begins at the start of line 2. */
function inColumn(content: string): string {
  return `<mjml><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;
}

function inBody(content: string): string {
  return `<mjml><mj-body>\n${content}\n</mj-body></mjml>`;
}

describe('Compiling an email template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  /** 201, or the errors as `line:column code`. */
  async function compile(fields: { type: string; parser?: string | null; data: string }): Promise<unknown> {
    const { status, body } = await app.request('POST', '/partner/emailTemplate', { key, body: fields });
    if (status !== 422) return status;
    expect(body).toMatchObject({ code: 'template_invalid', status: 422 });
    const errors: Fault[] = body.errors;
    for (const { pointer, message } of errors) {
      expect(pointer).toBe('/data');
      expect(message).toEqual(expect.stringMatching(/^.+[.?]$/s));
      expect(message).not.toMatch(/\/work|node_modules|dist\/|\.js/);
    }
    return errors.map(({ line, column, code }) => `${line}:${column} ${code}`);
  }

  const mjml = (data: string) => compile({ type: 'mjml', parser: 'hbs', data });

  it.each([
    [
      'values anywhere',
      '<mj-section><mj-column width="{{w}}"><mj-text {{more}}>{{{a}}}</mj-text></mj-column></mj-section>',
    ],
    ['branches around sections', '{{#if a}}<mj-section></mj-section>{{else}}<mj-hero></mj-hero>{{/if}}'],
    ['loops around columns', '<mj-section>{{#each a}}<mj-column></mj-column>{{/each}}</mj-section>'],
    [
      'another start tag for each branch',
      '{{#if a}}<mj-section>{{else}}<mj-section css-class="x">{{/if}}</mj-section>',
    ],
    [
      'start tags for if and unless',
      '{{#if a}}<mj-section>{{/if}}{{#unless a}}<mj-section css-class="x">{{/unless}}</mj-section>',
    ],
    [
      'a wrapper on a condition',
      '{{#if a}}<mj-wrapper>{{/if}}<mj-section></mj-section>{{#if a}}</mj-wrapper>{{/if}}',
    ],
    [
      'sections opened at the first and closed at the last',
      '{{#each a}}{{#if @first}}<mj-section>{{/if}}<mj-column></mj-column>{{#if @last}}</mj-section>{{/if}}{{/each}}',
    ],
    [
      'attributes on a condition',
      '<mj-section {{#if a}}background-color="red"{{/if}} padding="{{p}}"></mj-section>',
    ],
    ['values whose quotes stand in quotes', '<mj-section css-class="{{lookup a "b"}}"></mj-section>'],
    ['a value for a whole section', '{{{sections}}}'],
    ['tags in comments', '{{!-- <mj-nope> --}}<!-- <mj-nope> -->'],
    ['doubtful attributes', '<mj-section colour="red" padding="much"></mj-section>'],
  ])('accepts %s', async (_, content) => {
    expect(await mjml(inBody(content))).toBe(201);
  });

  it('accepts an empty title', async () => {
    const head = '<mj-head><mj-title></mj-title></mj-head>';
    expect(await mjml(inBody('').replace('<mj-body>', `${head}<mj-body>`))).toBe(201);
  });

  it.each([
    ['an unknown element', inColumn('  <mj-txt>x</mj-txt>'), ['2:3 unknown_element']],
    ['an element where it cannot stand', inBody('<mj-text>x</mj-text>'), ['2:1 misplaced_element']],
    ['an element that is not closed', inColumn('<mj-text>x'), ['2:1 unclosed_element']],
    ['an end tag too many', inColumn('x</mj-text>'), ['2:1 text_lost', '2:2 unexpected_end_tag']],
    ['HTML between elements', inColumn('\n <p>x</p>'), ['3:2 unknown_element']],
    ['text between elements', inColumn('Hello'), ['2:1 text_lost']],
    ['an include', inColumn('<mj-include path="/etc/passwd" />'), ['2:1 include_refused']],
    ['no MJML', 'Hello {{name}}', ['1:1 root_missing']],
    ['no body', '\n <mjml></mjml>', ['2:2 body_missing']],
    [
      'a fault in another branch',
      inColumn('{{#if a}}<mj-spacer />{{else}}\n<mj-spacr />{{/if}}'),
      ['3:1 unknown_element'],
    ],
    [
      'two of the same name in a line',
      inColumn('<mj-divider /><mj-x /><mj-x />'),
      ['2:15 unknown_element', '2:23 unknown_element'],
    ],
    [
      'a line after expressions of several lines',
      inColumn('{{#each\r\n a}}{{!\n\n}}{{/each}}\n<mj-x />'),
      ['6:1 unknown_element'],
    ],
    [
      'an element after much markup on its line',
      inColumn('<mj-text><b>{{a}}</b></mj-text> <mj-x />'),
      ['2:33 unknown_element'],
    ],
  ])('refuses %s with its location', async (_, data, faults) => {
    expect(await mjml(data)).toEqual(faults);
  });

  it('reports five mistakes at once', async () => {
    const data = inColumn(
      '<mj-txt>x</mj-txt>\n<p>y</p>\n<mj-section></mj-section>\nHello\n<mj-include path="x" />\n<mj-text>{{a}}</mj-text>',
    );
    expect(await mjml(data)).toEqual([
      '2:1 unknown_element',
      '3:1 unknown_element',
      '4:1 misplaced_element',
      '5:1 text_lost',
      '6:1 include_refused',
    ]);
  });

  it.each([
    ['an open block', '\n  {{#if b}}', ['2:3 unclosed_block']],
    ['a block closed by another name', '{{#if a}}\n{{/each}}', ['2:1 block_mismatch']],
    ['an expression that cannot be read', '\n{{a b=}}', ['2:7 unexpected_text']],
    ['a partial', '{{> a}}', ['1:1 unknown_snippet']],
    ['an inline partial', '{{#*inline "a"}}{{/inline}}', ['1:1 decorator_refused']],
    ['a decorator', '{{* a}}', ['1:1 decorator_refused']],
    ['an unknown helper within log', '{{log (upper name)}}', ['1:7 unknown_helper']],
    ['helperMissing', '{{helperMissing}}', ['1:1 helper_refused']],
    ['an unknown helper', '{{upper name}}', ['1:1 unknown_helper']],
  ])('refuses %s for any type', async (_, data, faults) => {
    expect(await compile({ type: 'html', parser: 'hbs', data })).toEqual(faults);
    expect(
      await compile({ type: 'mjml', parser: 'hbs', data: `${data}<mjml><mj-body></mj-body></mjml>` }),
    ).toEqual(faults);
  });

  it('accepts log in a place that drops values, because it prints nothing', async () => {
    const data =
      '{{log "a"}}<mjml><mj-body>{{log}}<mj-section>{{#log a}}b{{/log}}</mj-section></mj-body></mjml>';
    expect(await compile({ type: 'mjml', parser: 'hbs', data })).toBe(201);
  });

  it.each(['', '{{#if a}}', '{{> a}}', '{{upper "a"}}', '{{{{', 'a < b', '</b></b>', '<script>x</script>'])(
    'treats %s as text without a parser, and any text as HTML',
    async (text) => {
      expect(await compile({ type: 'html', data: `x${text}` })).toBe(201);
      expect(await compile({ type: 'mjml', data: inColumn(`<mj-text>${text}</mj-text>`) })).toBe(201);
    },
  );

  it('refuses errors of MJML that missing data cannot explain', async () => {
    const head = (selector: string) =>
      `<mjml><mj-head><mj-html-attributes><mj-selector path="${selector}"><mj-html-attribute name="a">1</mj-html-attribute></mj-selector></mj-html-attributes></mj-head><mj-body></mj-body></mjml>`;
    expect(await mjml(head('[['))).toEqual(['1:1 not_compilable']);
    expect(await mjml(head('.x'))).toBe(201);
    expect(await mjml(head('[{{a}}'))).toBe(201);
  });

  it('refuses no correct template', async () => {
    await fc.assert(
      fc.asyncProperty(randomMjml(), async (data) => {
        expect(await mjml(data)).toBe(201);
      }),
      { numRuns: 60 },
    );
  });

  it('checks MJML without a parser as it is', async () => {
    expect(await compile({ type: 'mjml', data: inColumn('{{a}}') })).toEqual(['2:1 text_lost']);
    expect(await compile({ type: 'mjml', data: inColumn('<mj-x />') })).toEqual(['2:1 unknown_element']);
  });
});
