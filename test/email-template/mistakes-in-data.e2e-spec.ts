import { type Json, startApp, type TestApp } from '../support/app.js';

describe('A mistake in the data of a template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function render(data: string, variables: Json): Promise<Json> {
    const body = { name: 'x', type: 'html', parser: 'hbs', data };
    const { body: created } = await app.request('POST', '/partner/emailTemplate', { key, body });
    const answer = await app.request('POST', `/partner/emailTemplate/${created.id}/render`, {
      key,
      body: { data: variables },
      headers: { accept: 'application/json' },
    });
    return answer.body;
  }
  const link = '<html lang="en"><body>\n<p>😀</p>\r\n<a href="{{link.href}}">x</a>\n</body></html>';

  it('is an omitted address', async () => {
    const { html: sent, warnings } = await render(link, { link: { href: 'javascript:alert(1)' } });
    expect(sent).toContain('href="#"');
    expect(warnings).toEqual([
      {
        code: 'address_removed',
        message:
          '"javascript:alert(1)" is not an address for an email, so "#" is sent in its place. Begin it with one of http:, https:, mailto:, sms:, tel:, webcal:, whatsapp:.',
        line: 3,
        column: 10,
      },
    ]);
  });

  it('is an address without a scheme', async () => {
    const { warnings } = await render(link, { link: { href: 'www.x.se' } });
    expect(warnings.map(({ code, line, column }: Json) => `${line}:${column} ${code}`)).toEqual([
      '3:10 scheme_missing',
    ]);
  });

  it.each(['sms:+46701234567', 'webcal://x.example/a.ics', 'whatsapp://send?text=x', 'tel:112'])(
    'is not %s',
    async (href) => {
      const { html: sent, warnings } = await render(link, { link: { href } });
      expect(sent).toContain(`href="${href.replace('=', '&#x3D;')}"`);
      expect(warnings).toEqual([]);
    },
  );
});
