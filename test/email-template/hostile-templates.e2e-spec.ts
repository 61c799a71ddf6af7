import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type TestAnswer, type TestApp, type TestPartner } from '../support/app.js';
import { inColumn } from '../support/mjml.js';

function list(length: number): object[] {
  return Array.from({ length }, () => ({}));
}

/** Five nested loops over 200 items, which would run for hours. */
const ENDLESS = `${'{{#each @root.a}}'.repeat(5)}${'{{/each}}'.repeat(5)}`;
const ENDLESS_DATA = { a: list(200) };

describe('A hostile email template', () => {
  let app: TestApp;
  let attacker: TestPartner;
  let neighbour: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    attacker = await app.partner();
    neighbour = await app.partner();
  });
  afterAll(() => app.stop());

  function create(partner: TestPartner, type: string, data: string): Promise<TestAnswer> {
    const body = { type, parser: 'hbs', data };
    return app.request('POST', '/partner/emailTemplate', { key: partner.key, body });
  }

  function render(partner: TestPartner, id: number, data: object = {}): Promise<TestAnswer> {
    const path = `/partner/emailTemplate/${id}/render`;
    return app.request('POST', path, { key: partner.key, body: { data } });
  }

  /** A plain template of another partner, which must render whatever the attacker does. */
  async function expectNeighbourServed(): Promise<void> {
    const created = await create(neighbour, 'mjml', inColumn('<mj-text>Hello {{name}}</mj-text>'));
    expect(created.status).toBe(201);
    const answer = await render(neighbour, created.body.id, { name: 'Ada' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Hello Ada');
  }

  afterEach(expectNeighbourServed);

  it.each([
    [
      '10,000 conditions in each other',
      'html',
      '{{#if a}}'.repeat(10_000) + '{{/if}}'.repeat(10_000),
      'nesting_too_deep',
    ],
    ['50,000 expressions', 'html', '{{a}}'.repeat(50_000), 'too_many_expressions'],
    [
      '2,000 expressions in each other',
      'html',
      `{{lookup ${'(lookup '.repeat(2_000)}a`,
      'too_many_parentheses',
    ],
    [
      '2,000 comparisons in each other',
      'html',
      `{{#if ${'(eq '.repeat(2_000)}a${' a)'.repeat(2_000)}}}x{{/if}}`,
      'too_many_parentheses',
    ],
    ['5,000 comparisons', 'html', '{{#if (eq a "x")}}{{/if}}'.repeat(5_000), 'too_many_expressions'],
    ['a chain of 300 branches', 'html', `{{#if a}}${'{{else if b}}'.repeat(300)}{{/if}}`, 'nesting_too_deep'],
    [
      'inline partials that call themselves',
      'html',
      '{{#*inline "a"}}{{#with n}}{{> a}}{{> a}}{{/with}}{{/inline}}{{> a}}',
      'decorator_refused',
    ],
    [
      '1,000 carousel images',
      'mjml',
      inColumn('<mj-carousel-image src="a" />'.repeat(1_000)),
      'too_many_images',
    ],
    ['10,000 lines of text', 'mjml', inColumn('<mj-text>x</mj-text>\n'.repeat(10_000)), 'too_many_elements'],
    [
      '10,000 fonts',
      'mjml',
      inColumn(`<mj-raw><p style="${'font-family:'.repeat(10_000)}"></mj-raw>`),
      'too_many_fonts',
    ],
    ['5,000 elements in each other', 'mjml', inColumn('<mj-wrapper>'.repeat(5_000)), 'nesting_too_deep'],
    [
      'a selector that selects for seconds',
      'mjml',
      inColumn(
        '',
        `<mj-html-attributes><mj-selector path="${'*:has(* * * * *) '.repeat(20)}" /></mj-html-attributes>`,
      ),
      'selector_too_long',
    ],
  ])('is refused before it is parsed: %s', async (_, type, data, code) => {
    const answer = await create(attacker, type, data);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({
      code,
      pointer: '/data',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it.each([
    ['loops in each other', 'html', `x\n ${ENDLESS}`, ENDLESS_DATA, 'deadline_exceeded', [2, 70]],
    [
      'comparisons of long texts in loops',
      'html',
      `${'{{#each @root.a}}'.repeat(4)}{{#if ${'(eq @root.s '.repeat(8)}@root.t${')'.repeat(8)}}}{{/if}}${'{{/each}}'.repeat(4)}`,
      { a: list(200), s: `${'x'.repeat(500_000)}y`, t: `${'x'.repeat(500_000)}z` },
      'deadline_exceeded',
      [1, 69],
    ],
    [
      '200 MB out of 30 bytes',
      'html',
      '{{#each a}}{{{@root.s}}}{{/each}}',
      { a: list(2_000), s: 'x'.repeat(100_000) },
      'output_too_large',
      [1, 1],
    ],
    [
      'a long text a thousand times',
      'html',
      '{{{s}}}'.repeat(1_000),
      { s: 'x'.repeat(1_000_000) },
      'output_too_large',
      [1, 1],
    ],
    [
      'a memory full of escaped text',
      'html',
      '{{s}}'.repeat(1_000),
      { s: `${'x'.repeat(1_900_000)}<` },
      'output_too_large',
      [1, 1],
    ],
    [
      'elements out of data',
      'mjml',
      inColumn('\n{{#each a}}<mj-text>x</mj-text>{{/each}}'),
      { a: list(20_000) },
      'too_many_elements',
      [2, 1],
    ],
    [
      'images out of data',
      'mjml',
      inColumn('<mj-carousel>\n {{#each a}}<mj-carousel-image src="x" />{{/each}}</mj-carousel>'),
      { a: list(1_000) },
      'too_many_images',
      [2, 2],
    ],
    [
      'nesting out of data',
      'mjml',
      inColumn('{{{s}}}'),
      { s: '<mj-wrapper>'.repeat(5_000) },
      'nesting_too_deep',
      [1, 1],
    ],
  ])('is stopped when it is rendered: %s', async (_, type, data, variables, code, [line, column]) => {
    const created = await create(attacker, type, data);
    expect([created.status, created.body.errors]).toEqual([201, undefined]);
    const answer = await render(attacker, created.body.id, variables);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      code: 'render_limit_exceeded',
      errors: [{ pointer: '', code, line, column }],
    });
  });

  it('gets no 500 for any data', async () => {
    const created = await create(attacker, 'mjml', '{{{all}}}');
    for (const all of [
      '',
      'x',
      '<mjml>',
      '<constructor></constructor>',
      '<mjml><constructor /></mjml>',
      '<'.repeat(1_000),
    ]) {
      const answer = await render(attacker, created.body.id, { all });
      expect([all, answer.status, answer.body.code]).toEqual([all, 422, 'template_invalid']);
      expect(answer.text).not.toMatch(/node_modules|dist\//);
      expect(answer.text).not.toContain(process.cwd());
    }
  });

  it('does not make the service fetch any address', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('p { color: red }');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const named = `<link rel="stylesheet" href="${base}/link"><style>@import url(${base}/import); p { background: url(${base}/style) }</style>`;
    const image = `<img src="${base}/image" alt="A">`;
    const html = `<html><head>${named}</head><body><p>${image}{{a}}</p></body></html>`;
    const head = `<mj-font name="F" href="${base}/font" /><mj-style inline="inline">@import url(${base}/inline); p { color: blue }</mj-style><mj-raw>${named}</mj-raw>`;
    const mjml = inColumn(`<mj-image src="${base}/image" alt="A" /><mj-text>{{a}}</mj-text>`, head);
    for (const [type, data] of Object.entries({ html, mjml })) {
      const created = await create(attacker, type, data);
      expect([type, created.status]).toEqual([type, 201]);
      const answer = await render(attacker, created.body.id, { a: image });
      expect([type, answer.status]).toEqual([type, 200]);
      expect(answer.text).toContain(`${base}/image`);
    }
    expect(asked).toEqual([]);
    await expect(fetch(`${base}/proof`)).resolves.toMatchObject({ status: 200 });
    expect(asked).toEqual(['/proof']);
    server.closeAllConnections();
    server.close();
  });

  it('is refused with Retry-After when too many wait, and dropped when the service ends', async () => {
    const own = await startApp();
    const partner = await own.partner();
    const created = await own.request('POST', '/partner/emailTemplate', {
      key: partner.key,
      body: { type: 'html', parser: 'hbs', data: ENDLESS },
    });
    let refused = 0;
    let tellOfFive = (): void => {};
    const five = new Promise<void>((resolve) => (tellOfFive = resolve));
    const answers = Array.from({ length: 40 }, async () => {
      const answer = await own.request('POST', `/partner/emailTemplate/${created.body.id}/render`, {
        key: partner.key,
        body: { data: ENDLESS_DATA },
      });
      if (answer.status === 429 && ++refused === 5) tellOfFive();
      return answer;
    });
    await five;
    await own.stop();
    for (const answer of await Promise.all(answers)) {
      expect([422, 429, 503]).toContain(answer.status);
      if (answer.status !== 422) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
  });
});
