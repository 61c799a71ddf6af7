import { startApp, type TestAnswer, type TestApp } from '../support/app.js';

describe('The variables of an email template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  async function variablesOf(fields: { type: string; parser?: string; data: string }): Promise<TestAnswer> {
    const created = await app.request('POST', '/partner/emailTemplate', { key, body: fields });
    expect(created.status).toBe(201);
    return app.request('GET', `/partner/emailTemplate/${created.body.id}/variables`, { key });
  }

  it('are listed with every location and use', async () => {
    const data =
      'Hi {{clientFirstName}}\n{{#if company.name}}{{company.name}}{{/if}}\n{{#each document.data.items as |item|}}{{item.name}}{{@index}}{{../year}}{{{@root.content}}}{{/each}}';
    const answer = await variablesOf({ type: 'html', parser: 'hbs', data });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { path: 'clientFirstName', uses: [{ line: 1, column: 6, as: 'value' }] },
      {
        path: 'company.name',
        uses: [
          { line: 2, column: 7, as: 'condition' },
          { line: 2, column: 23, as: 'value' },
        ],
      },
      { path: 'document.data.items', uses: [{ line: 3, column: 9, as: 'list' }] },
      { path: 'document.data.items.*.name', uses: [{ line: 3, column: 42, as: 'value' }] },
      { path: 'year', uses: [{ line: 3, column: 65, as: 'value' }] },
      { path: 'content', uses: [{ line: 3, column: 77, as: 'html' }] },
    ]);
  });

  it('are empty without a parser', async () => {
    expect((await variablesOf({ type: 'html', data: '{{name}} {{#if' })).body).toEqual([]);
  });

  it('are the same for MJML', async () => {
    const data = '<mjml><mj-body>\n{{#if a}}<mj-section></mj-section>{{/if}}</mj-body></mjml>';
    expect((await variablesOf({ type: 'mjml', parser: 'hbs', data })).body).toEqual([
      { path: 'a', uses: [{ line: 2, column: 7, as: 'condition' }] },
    ]);
  });
});
