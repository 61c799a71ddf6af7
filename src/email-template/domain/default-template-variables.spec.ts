import { defaultTemplateVariables } from './default-template-variables.js';

describe('The variables of a default template', () => {
  it('are those of the email, with only the names of document, company and client', () => {
    const variables = {
      subject: 'Hello',
      link: { href: 'https://view.example/1', text: 'View' },
      document: { id: 'doc-1', data: { name: 'Offer', lines: [1, 2, 3] } },
      company: { id: 7, name: 'Kitchens' },
      client: { name: 'Ada', email: 'ada@client.example' },
    };
    expect(defaultTemplateVariables(variables)).toEqual({
      ...variables,
      document: { data: { name: 'Offer' } },
      company: { name: 'Kitchens' },
      client: { name: 'Ada' },
    });
  });

  it('omit names that are not texts or are inherited', () => {
    for (const nothing of [{}, null, undefined, { name: 3 }, { name: {} }, Object.create({ name: 'x' })]) {
      const variables = { document: { data: nothing }, company: nothing, client: nothing };
      expect(defaultTemplateVariables(variables)).toEqual({
        document: { data: {} },
        company: {},
        client: {},
      });
    }
  });

  it('have names of at most 200 whole characters', () => {
    const nameOf = (name: string) => defaultTemplateVariables({ company: { name } }).company;
    expect(nameOf('x'.repeat(200))).toEqual({ name: 'x'.repeat(200) });
    expect(nameOf('x'.repeat(2 ** 20))).toEqual({ name: `${'x'.repeat(199)}…` });
    expect(nameOf(`${'x'.repeat(198)}😀😀`)).toEqual({ name: `${'x'.repeat(198)}…` });
  });
});
