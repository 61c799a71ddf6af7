import { emailKindNames } from '../../src/rendering/emails/email-kinds.js';
import { type Json, startApp, type TestApp } from '../support/app.js';

describe('Email kinds', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('are listed with their variables and with sample data in Swedish and English', async () => {
    const { key } = await app.partner({ scopes: ['read'] });
    const answer = await app.request('GET', '/partner/emailKind', { key });
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ kind }: Json) => kind)).toEqual(emailKindNames);
    const [document] = answer.body;
    expect(document.variables.find(({ name }: Json) => name === 'link')).toEqual({
      name: 'link',
      type: 'object',
      meaning: expect.any(String),
      required: true,
      mayHaveMore: false,
      members: [
        expect.objectContaining({ name: 'href', type: 'string', members: [] }),
        expect.objectContaining({ name: 'text', type: 'string', members: [] }),
      ],
    });
    for (const { kind, sampleData } of answer.body) {
      for (const language of ['sv', 'en']) {
        expect(sampleData[language]).toMatchObject({
          language,
          templateType: kind,
          email: expect.stringContaining('@'),
          year: new Date().getUTCFullYear(),
        });
      }
    }
  });

  it('include the helpers that templates can call', async () => {
    const { key } = await app.partner({ scopes: ['read'] });
    const answer = await app.request('GET', '/partner/emailKind', { key });
    for (const { helpers } of answer.body) {
      expect(helpers.map(({ name }: Json) => name)).toEqual(
        'if unless each with lookup eq ne gt gte lt lte and or not default formatDate formatNumber formatCurrency'.split(
          ' ',
        ),
      );
      expect(helpers).toContainEqual({
        name: 'default',
        isBlock: false,
        signature: '{{default value otherwise}}',
        meaning: expect.stringContaining('otherwise'),
        example: '{{default client.nickname client.name}}',
      });
    }
  });

  it('are available only to partners', async () => {
    expect((await app.request('GET', '/partner/emailKind')).status).toBe(401);
  });
});
