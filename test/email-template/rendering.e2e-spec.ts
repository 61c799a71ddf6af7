import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, type TestAnswer, type TestApp } from '../support/app.js';

const POLICY = "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'";

describe('Rendering an email template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function create(fields: { type: string; parser?: string; data: string }): Promise<number> {
    const { status, body } = await app.request('POST', '/partner/emailTemplate', { key, body: fields });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.id;
  }

  function render(id: number, body: unknown): Promise<TestAnswer> {
    return app.request('POST', `/partner/emailTemplate/${id}/render`, { key, body });
  }

  async function htmlOf(type: string, data: string, variables: unknown = {}): Promise<string> {
    const answer = await render(await create({ type, parser: 'hbs', data }), { data: variables });
    expect(answer.status).toBe(200);
    return answer.text;
  }

  const mjml = (content: string, variables?: unknown) =>
    htmlOf('mjml', `<mjml><mj-body>${content}</mj-body></mjml>`, variables);

  it('answers with the HTML only, under a policy that lets no script run', async () => {
    const id = await create({ type: 'html', parser: 'hbs', data: '<p>{{name}} {{{name}}} å</p>' });
    const answer = await render(id, { data: { name: '<b>' } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('<p>&lt;b&gt; <b> å</p>');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('accepts a request without data', async () => {
    const id = await create({ type: 'html', parser: 'hbs', data: 'Hello {{name}}!' });
    expect((await render(id, {})).text).toBe('Hello !');
    const withoutBody = await app.request('POST', `/partner/emailTemplate/${id}/render`, { key });
    expect([withoutBody.status, withoutBody.text]).toEqual([200, 'Hello !']);
  });

  it.each([[null], [[]], ['x'], [1], [true]])('refuses %j as data', async (data) => {
    const id = await create({ type: 'html', data: 'x' });
    const answer = await render(id, { data });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/data', code: 'wrong_type' })]);
  });

  it('refuses unknown members', async () => {
    const id = await create({ type: 'html', data: 'x' });
    expect((await render(id, { data: {}, html: true })).body.errors).toEqual([
      expect.objectContaining({ pointer: '/html', code: 'unknown_member' }),
    ]);
  });

  it('renders the present version', async () => {
    const id = await create({ type: 'html', parser: 'hbs', data: 'one {{a}}' });
    const body = { data: 'two {{a}}' };
    await app.request('PUT', `/partner/emailTemplate/${id}`, { key, body });
    expect((await render(id, { data: { a: 1 } })).text).toBe('two 1');
  });

  it('leaves braces unchanged without a parser', async () => {
    const html = await create({ type: 'html', data: '{{name}} {{#if' });
    expect((await render(html, { data: { name: 'x' } })).text).toBe('{{name}} {{#if');
    const data =
      '<mjml><mj-body><mj-section><mj-column><mj-text>{{name}}</mj-text></mj-column></mj-section></mj-body></mjml>';
    const compiled = await create({ type: 'mjml', data });
    const answer = await render(compiled, { data: { name: 'x' } });
    expect(answer.text).toContain('{{name}}');
    expect(answer.text).toContain('<!doctype html>');
  });

  it('binds values of every kind', async () => {
    const data = '{{year}}|{{yes}}|{{none}}|{{document.data.name}}|{{#each list}}{{@index}}{{this}}{{/each}}';
    const variables = {
      year: 2026,
      yes: true,
      none: null,
      document: { data: { name: 'Offer' } },
      list: ['a', 'b'],
    };
    expect(await htmlOf('html', data, variables)).toBe('2026|true||Offer|0a1b');
  });

  // The mistakes of compiling MJML first and binding the variables in its HTML.
  describe('binds variables before MJML sees the template', () => {
    const columns =
      '<mj-section>{{#each columns}}<mj-column><mj-text>{{this}}</mj-text></mj-column>{{/each}}</mj-section>';

    it.each([
      [1, 'mj-column-per-100'],
      [2, 'mj-column-per-50'],
      [4, 'mj-column-per-25'],
    ])('gives %d columns of a loop the width of their number', async (count, className) => {
      const names = Array.from({ length: count }, (_, index) => `Column ${index}`);
      const html = await mjml(columns, { columns: names });
      for (const name of names) expect(html).toContain(name);
      expect(html.split(`class="${className} `)).toHaveLength(count + 1);
    });

    it('sends only the sections of the chosen branch', async () => {
      const section = (text: string) =>
        `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`;
      const template = `{{#if accepted}}${section('Accepted')}{{else}}${section('Denied')}{{/if}}`;
      const accepted = await mjml(template, { accepted: true });
      expect(accepted).toContain('Accepted');
      expect(accepted).not.toContain('Denied');
      const denied = await mjml(template, { accepted: false });
      expect(denied).toContain('Denied');
      expect(denied).not.toContain('Accepted');
    });

    it('repeats sections for each item, and omits them without items', async () => {
      const template =
        '{{#each items}}<mj-section><mj-column><mj-text>Item {{this}}.</mj-text></mj-column></mj-section>{{/each}}';
      const html = await mjml(template, { items: ['a', 'b', 'c'] });
      expect(html.match(/Item .\./g)).toEqual(['Item a.', 'Item b.', 'Item c.']);
      expect(await mjml(template, { items: [] })).not.toContain('Item');
    });

    it('computes with a width that is a variable', async () => {
      const html = await mjml(
        '<mj-section><mj-column><mj-image src="https://x.example/a.png" width="{{w}}" /></mj-column></mj-section>',
        { w: '120px' },
      );
      expect(html).toContain('width="120"');
      expect(html).not.toContain('NaN');
    });

    it('creates no link for an empty address', async () => {
      const button =
        '<mj-section><mj-column><mj-button href="{{link.href}}">Open</mj-button></mj-column></mj-section>';
      expect(await mjml(button, { link: { href: 'https://x.example/' } })).toContain(
        'href="https://x.example/"',
      );
      const without = await mjml(button, { link: { href: '' } });
      expect(without).toContain('Open');
      expect(without).not.toContain('<a ');
    });

    it('takes colours, classes and styles of the head from variables', async () => {
      const html = await htmlOf(
        'mjml',
        '<mjml><mj-head><mj-title>{{subject}}</mj-title><mj-attributes><mj-text color="{{colour}}" /></mj-attributes></mj-head><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>',
        { subject: 'Hello', colour: '#123456' },
      );
      expect(html).toContain('<title>Hello</title>');
      expect(html).toContain('color:#123456');
    });
  });

  it('hides inherited members of its data from a template', async () => {
    const data =
      '[{{constructor}}{{__proto__}}{{lookup this "constructor"}}{{constructor.constructor.name}}{{#with (lookup this "__proto__")}}x{{/with}}]';
    expect(await htmlOf('html', data, { a: 1 })).toBe('[]');
    const own = await create({ type: 'html', parser: 'hbs', data: '{{constructor}}' });
    expect((await render(own, { data: { constructor: 'own' } })).text).toBe('own');
  });

  it('does not read configuration files in the working directory', async () => {
    const before = process.cwd();
    const folder = await mkdtemp(path.join(tmpdir(), 'livery-cwd-'));
    const component = path.join(folder, 'component.cjs');
    const trace = path.join(folder, 'trace');
    const mark = 'MARK-OF-THE-WORKING-DIRECTORY';
    await writeFile(component, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '');`);
    await writeFile(path.join(folder, '.mjmlconfig'), JSON.stringify({ packages: [component] }));
    await writeFile(path.join(folder, 'part.mjml'), `<mj-text>${mark}</mj-text>`);
    // Modules preloaded into threads under Jest have paths relative to the working directory.
    await symlink(path.join(before, 'test'), path.join(folder, 'test'));
    process.chdir(folder);
    // Threads read the configuration when they load MJML, so these must be new ones.
    const fresh = await startApp();
    try {
      const partner = await fresh.partner();
      const body = {
        type: 'mjml',
        parser: 'hbs',
        data: '<mjml><mj-body><mj-section><mj-column>{{{part}}}</mj-column></mj-section></mj-body></mjml>',
      };
      const created = await fresh.request('POST', '/partner/emailTemplate', { key: partner.key, body });
      expect(created.status).toBe(201);
      const data = { part: '<mj-include path="part.mjml" /><mj-include path="/etc/passwd" type="html" />' };
      const path = `/partner/emailTemplate/${created.body.id}/render`;
      const answer = await fresh.request('POST', path, { key: partner.key, body: { data } });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(mark);
      expect(answer.text).not.toContain('root:');
      await expect(stat(trace)).rejects.toThrow('ENOENT');
    } finally {
      process.chdir(before);
      await fresh.stop();
      await rm(folder, { recursive: true });
    }
  });
});
