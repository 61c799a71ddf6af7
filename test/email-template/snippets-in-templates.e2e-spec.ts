import { type Json, startApp, type TestApp } from '../support/app.js';
import { errorsOf, SnippetPartner } from './snippet-partner.js';

describe('Snippets in templates', () => {
  let app: TestApp;
  let mine: SnippetPartner;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    mine = new SnippetPartner(app, (await app.partner()).key);
  });
  afterAll(() => app.stop());

  it('are in every template that includes them, with their values and blocks', async () => {
    await mine.snippet('button', '<a href="{{href}}">{{label}}</a>');
    await mine.snippet('page', '<main>{{> @partial-block}}<i>{{title}}</i></main>');
    const id = await mine.template('{{#> page title=name}}{{> button label="Go" href=link.href}}{{/page}}');
    const html = await mine.rendered(id, { name: 'A & B', link: { href: 'https://a.example/' } });
    expect(html).toBe('<main><a href="https://a.example/">Go</a><i>A &amp; B</i></main>');
    const { body } = await mine.call('GET', `emailTemplate/${id}/variables`);
    expect(body).toEqual([
      { path: 'link.href', uses: [{ line: 1, column: 12, as: 'value', snippet: 'button' }] },
      { path: 'name', uses: [{ line: 1, column: 32, as: 'value', snippet: 'page' }] },
    ]);
    expect((await mine.call('GET', `emailTemplate/${id}`)).body.data).toContain('{{#> page title=name}}');
  });

  it('change every template that includes them at once, and none of their versions', async () => {
    const inner = await mine.snippet('inner', 'one');
    await mine.snippet('outer', '[{{> inner}}]');
    const id = await mine.template('<p>{{> outer}}</p>', 'Mine');
    const before = await mine.call('GET', `emailTemplate/${id}`);
    expect(await mine.rendered(id)).toBe('<p>[one]</p>');
    expect((await mine.call('PUT', `emailSnippet/${inner}`, { data: 'two {{year}}' })).status).toBe(200);
    expect(await mine.rendered(id, { year: 7 })).toBe('<p>[two 7]</p>');
    const after = await mine.call('GET', `emailTemplate/${id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect((await mine.call('GET', `emailTemplate/${id}/versions`)).body).toHaveLength(1);
    await mine.call('POST', `emailSnippet/${inner}/versions/1/restore`);
    expect(await mine.rendered(id)).toBe('<p>[one]</p>');
  });

  it('are not changed if a template would break, which the error names with the line', async () => {
    const id = await mine.snippet('header', '<mj-section></mj-section>', 'mjml');
    await mine.snippet('outer', '{{> header}}', 'mjml');
    const mjml = '<mjml><mj-body>\n{{> outer}}</mj-body></mjml>';
    const one = await mine.template(mjml, 'Spring', 'mjml');
    const two = await mine.template(mjml, null, 'mjml');
    const broken = await mine.call('PUT', `emailSnippet/${id}`, {
      data: '<mj-section>\n <mj-txt>x</mj-txt></mj-section>',
    });
    expect([broken.status, broken.body.code]).toEqual([422, 'templates_would_break']);
    expect(errorsOf(broken)).toEqual([
      expect.stringMatching(`^${one} header 2:2 `),
      expect.stringMatching(`^${two} header 2:2 `),
    ]);
    expect(broken.body.errors[0].message).toMatch(
      /^Template \d+ \(Spring\): In snippet header, line 2: There is no MJML/,
    );
    const renamed = await mine.call('PUT', `emailSnippet/${id}`, { name: 'top' });
    expect(errorsOf(renamed)).toEqual([
      'outer 1:1 unknown_snippet',
      `${one} outer 1:1 unknown_snippet`,
      `${two} outer 1:1 unknown_snippet`,
    ]);
    expect((await mine.call('PUT', `emailSnippet/${id}`, { type: 'html' })).body.code).toBe(
      'templates_would_break',
    );
    const circle = await mine.call('PUT', `emailSnippet/${id}`, { data: '{{> outer}}' });
    expect(circle.body.errors[0].message).toContain('header → outer → header');
    expect((await mine.call('GET', `emailSnippet/${id}`)).body.data).toBe('<mj-section></mj-section>');
  });

  it('cannot be deleted while something includes them', async () => {
    const id = await mine.snippet('header', 'x');
    const outer = await mine.snippet('outer', '{{> header}}');
    const used = await mine.template('{{> outer}}', 'Spring');
    const usage = { templates: [{ id: used, name: 'Spring' }], snippets: [{ id: outer, name: 'outer' }] };
    expect((await mine.call('GET', `emailSnippet/${id}/usage`)).body).toEqual(usage);
    expect((await mine.call('GET', `emailTemplate/${used}/snippets`)).body).toEqual([
      { id, name: 'header' },
      { id: outer, name: 'outer' },
    ]);
    const refused = await mine.call('DELETE', `emailSnippet/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'snippet_in_use']);
    expect(refused.body.errors.map(({ message }: Json) => message)).toEqual([
      `Template ${used} (Spring) includes it.`,
      'Snippet outer includes it.',
    ]);
    await mine.call('DELETE', `emailTemplate/${used}`);
    for (const each of [outer, id])
      expect((await mine.call('DELETE', `emailSnippet/${each}`)).status).toBe(204);
    const undone = await mine.call('PATCH', `emailTemplate/${used}`);
    expect([undone.status, errorsOf(undone)]).toEqual([422, ['1:1 unknown_snippet']]);
    expect(errorsOf(await mine.call('PATCH', `emailSnippet/${outer}`))).toEqual(['1:1 unknown_snippet']);
    for (const each of [id, outer])
      expect((await mine.call('PATCH', `emailSnippet/${each}`)).status).toBe(200);
    await mine.call('PUT', `emailSnippet/${id}`, { data: 'newer' });
    expect((await mine.call('PATCH', `emailTemplate/${used}`)).status).toBe(200);
    expect(await mine.rendered(used)).toBe('newer');
  });

  it('have their lines in the errors and warnings of templates', async () => {
    await mine.snippet('image', '<p>\n<img src="{{a}}"></p>');
    const data = 'x\n{{> image}} {{shout b}}\n{{> imgae}}';
    const invalid = await mine.call('POST', 'emailTemplate/validate', { type: 'html', parser: 'hbs', data });
    expect(errorsOf(invalid)).toEqual(['2:13 unknown_helper', '3:1 unknown_snippet']);
    expect(invalid.body.errors[1].message).toBe('There is no snippet imgae. Did you mean image?');
    const valid = await mine.call('POST', 'emailTemplate/validate', {
      type: 'html',
      parser: 'hbs',
      data: 'x\n{{> image}}',
    });
    expect(valid.body.warnings).toContainEqual({
      code: 'alt_missing',
      message: expect.stringMatching(/^In snippet image, line 2: /),
      line: 2,
      column: 1,
      snippet: 'image',
    });
  });

  it('can be included only by templates of their type with a parser', async () => {
    await mine.snippet('header', 'x');
    const mjml = '<mjml><mj-body>{{> header}}</mj-body></mjml>';
    const wrong = await mine.call('POST', 'emailTemplate', { type: 'mjml', parser: 'hbs', data: mjml });
    expect(errorsOf(wrong)).toEqual(['1:16 wrong_snippet_type']);
    const plain = await mine.call('POST', 'emailTemplate', { type: 'html', data: '{{> header}}' });
    expect(plain.status).toBe(201);
    expect(await mine.rendered(plain.body.id)).toBe('{{> header}}');
  });

  it('are stored as templates were checked with them, even with concurrent saves', async () => {
    const id = await mine.snippet('header', 'v0');
    const templates = await Promise.all([1, 2, 3].map((number) => mine.template(`${number} {{> header}}`)));
    const saves = Array.from({ length: 6 }, (_, number) => [
      mine.call('PUT', `emailSnippet/${id}`, { data: `v${number + 1}` }),
      mine.call('PUT', `emailTemplate/${templates[number % 3]}`, {
        data: `${number} {{> header}} {{> header}}`,
      }),
    ]);
    const answers = await Promise.all(saves.flat());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = (await mine.call('GET', `emailSnippet/${id}`)).body;
    for (const each of templates) {
      const written = (await mine.call('GET', `emailTemplate/${each}`)).body.data;
      expect(await mine.rendered(each)).toBe(written.replaceAll('{{> header}}', data));
    }
  });

  it('are checked with up to a hundred templates', async () => {
    const id = await mine.snippet('header', 'x');
    const used = [];
    for (let number = 0; number < 100; number += 1) used.push(await mine.template(`{{> header}}${number}`));
    const more = await mine.call('POST', 'emailTemplate', {
      type: 'html',
      parser: 'hbs',
      data: '{{> header}}',
    });
    expect([more.status, more.body.code]).toEqual([409, 'limit_reached']);
    expect((await mine.call('PUT', `emailSnippet/${id}`, { data: 'y' })).status).toBe(200);
    expect(await mine.rendered(used[99] ?? 0)).toBe('y99');
    const broken = await mine.call('PUT', `emailSnippet/${id}`, { data: '{{> none}}' });
    expect(broken.status).toBe(422);
  });
});
