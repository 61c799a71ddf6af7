import { startApp, type TestAnswer, type TestApp } from '../support/app.js';

const STYLED =
  '<!doctype html><style>p{color:red} @media (max-width:480px){p{color:blue}}</style><p>{{name}}</p>';

describe('The styles of an HTML template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  const call = (method: string, path: string, body?: object): Promise<TestAnswer> =>
    app.request(method, `/partner/emailTemplate${path}`, { key, ...(body && { body }) });

  async function rendered(fields: object, data: object = {}): Promise<string> {
    const { status, body } = await call('POST', '', { type: 'html', parser: 'hbs', ...fields });
    expect(status).toBe(201);
    const answer = await call('POST', `/${body.id}/render`, { data });
    expect(answer.status).toBe(200);
    return answer.text;
  }

  it('are inlined, and media queries still win', async () => {
    const html = await rendered({ data: STYLED }, { name: 'Ada' });
    expect(html).toContain('<p style="color: red;">Ada</p>');
    expect(html).toContain('@media (max-width:480px){p{color:blue !important}}');
  });

  it.each([
    ['an odd declaration', '<p style=";">{{a}}</p>', {}],
    ['a declaration without a colon', '<p style="foo">{{a}}</p>', {}],
    ['a null', '<p style="color:{{a}}">x</p>', { a: null }],
    ['a quoted font name', '<p style="font-family:&quot;Nunito Sans&quot;">x</p>', {}],
    ['a quote in a value', '<p style="background:url(x?{{a}})">x</p>', { a: `O'Hara "x"; } <` }],
    [
      'selectors of any length',
      `<style>${'p '.repeat(200)}, /* ${'x'.repeat(500)} */ b { margin: 0 }</style><p>x</p>`,
      {},
    ],
    ['a sheet that does not end', '<style>p { color: {{a}}', { a: '}' }],
  ])('are sent with %s', async (_, data, values) => {
    expect(await rendered({ data: `<style>p { margin: 0 }</style>${data}` }, values)).toContain('margin: 0');
  });

  it('are not inlined if the author turns that off', async () => {
    expect(await rendered({ data: STYLED, inlineStyles: false }, { name: 'Ada' })).toBe(
      STYLED.replace('{{name}}', 'Ada'),
    );
  });

  it('can be inlined in one version and not in the next', async () => {
    const { body } = await call('POST', '', { type: 'html', data: STYLED });
    expect(body.inlineStyles).toBe(true);
    expect((await call('PUT', `/${body.id}`, { inlineStyles: false })).body.inlineStyles).toBe(false);
    expect((await call('POST', `/${body.id}/render`, {})).text).toBe(STYLED);
    const versions = await call('GET', `/${body.id}/versions`);
    expect(versions.body.map((version: { inlineStyles: boolean }) => version.inlineStyles)).toEqual([
      true,
      false,
    ]);
    const [{ number }] = versions.body;
    expect((await call('POST', `/${body.id}/versions/${number}/restore`)).body.inlineStyles).toBe(true);
    expect((await call('POST', `/${body.id}/render`, {})).text).toContain('style="color: red;"');
    const kept = (await call('GET', `/${body.id}`)).body;
    expect((await call('PUT', `/${body.id}`, kept)).status).toBe(200);
  });

  it('cannot be turned off for other types', async () => {
    const mjml = { type: 'mjml', data: '<mjml><mj-body></mj-body></mjml>' };
    const refused = {
      status: 400,
      body: { errors: [expect.objectContaining({ pointer: '/inlineStyles', code: 'not_allowed' })] },
    };
    for (const path of ['', '/validate']) {
      expect(await call('POST', path, { ...mjml, inlineStyles: false })).toMatchObject(refused);
      expect(await call('POST', path, { ...mjml, inlineStyles: null })).toMatchObject({ status: 400 });
    }
    const { status, body } = await call('POST', '', { ...mjml, inlineStyles: true });
    expect({ status, inlineStyles: body.inlineStyles }).toEqual({ status: 201, inlineStyles: true });
    expect(await call('PUT', `/${body.id}`, { inlineStyles: false })).toMatchObject(refused);
    const html = await call('POST', '', { type: 'html', data: STYLED, inlineStyles: false });
    expect(await call('PUT', `/${html.body.id}`, mjml)).toMatchObject(refused);
  });

  it('are inlined in a validation as in a stored template', async () => {
    const fields = { type: 'html', parser: 'hbs', data: STYLED };
    const { body } = await call('POST', '/validate', fields);
    expect(body.html).toContain('<p style="color: red;">');
    const plain = await call('POST', '/validate', { ...fields, inlineStyles: false });
    expect(plain.body.html).not.toContain('<p style');
  });

  it('are counted in Livery-Warnings with all other warnings of validate', async () => {
    const fields = { type: 'html', parser: 'hbs', data: '<p><b>{{a}}<img src="x">' };
    const { warnings } = (await call('POST', '/validate', fields)).body;
    expect(warnings.length).toBeGreaterThan(1);
    const stored = await call('POST', '', fields);
    expect(stored.status).toBe(201);
    expect(stored.headers.get('livery-warnings')).toBe(String(warnings.length));
    const path = `/${stored.body.id}`;
    const renamed = await call('PUT', path, { name: 'Spring' });
    expect(renamed.headers.get('livery-warnings')).toBe(String(warnings.length));
    const mended = await call('PUT', path, { data: '<html lang="en"><title>x</title><p>x</p></html>' });
    expect(mended.headers.get('livery-warnings')).toBe('0');
    const restored = await call('POST', `${path}/versions/1/restore`);
    expect(restored.headers.get('livery-warnings')).toBe(String(warnings.length));
  });

  it.each([
    [
      'rules for its elements',
      `<style>${'* * * *{color:red}'.repeat(1_500)}</style>${'<p><b>x</b></p>'.repeat(400)}`,
      /because matching its rules with its elements would take too much work/,
    ],
    [
      'characters added',
      `<style>p{font-family:${'a'.repeat(1_000)}}</style>${'<p>x</p>'.repeat(1_000)}`,
      /because inlined styles would add more than 256 KiB to it/,
    ],
  ])('get a warning if there are too many of them: %s', async (_, email, reason) => {
    const data = `<html lang="en">\n  ${email}</html>`;
    const fields = { type: 'html', parser: 'hbs', data };
    const { status, body } = await call('POST', '/validate', fields);
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      { code: 'styles_not_inlined', line: 2, column: 3, message: expect.stringMatching(reason) },
    ]);
    expect(body.html).not.toContain('style=');
    const plain = await call('POST', '/validate', { ...fields, inlineStyles: false });
    expect(plain.body.warnings).toEqual([]);
  });

  it('are counted in Livery-Warnings if they are not inlined', async () => {
    const deep = `<style>p{color:red}</style>${'<div>'.repeat(600)}<p>x</p>${'</div>'.repeat(600)}`;
    const stored = await call('POST', '', { type: 'html', data: `<html lang="en">${deep}</html>` });
    expect([stored.status, stored.headers.get('livery-warnings')]).toEqual([201, '1']);
  });

  it('import no font that the author does not import', async () => {
    const text = '<mj-text font-family="Roboto, Lato, Open Sans">x</mj-text>';
    const mjml = (head: string) => ({
      type: 'mjml',
      data: `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${text}</mj-column></mj-section></mj-body></mjml>`,
    });
    expect(await rendered(mjml(''))).not.toContain('googleapis');
    const own = '<mj-font name="Roboto" href="https://fonts.example/roboto.css" />';
    expect(await rendered(mjml(own))).toContain('https://fonts.example/roboto.css');
    expect(await rendered(mjml(''))).not.toContain('fonts.example');
  });
});
