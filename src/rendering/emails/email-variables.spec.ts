import fc from 'fast-check';
import { type EmailFacts, languages } from '../domain/email-request.js';
import { emailKindNames, emailKinds } from './email-kinds.js';
import { emailRequestOf, variablesOf } from './email-request.js';

const LINK = { href: 'https://view.example/1' };
const DOCUMENT = { kind: 'document', to: 'ada@client.example', language: 'sv', link: LINK };
const RECEIPT = { kind: 'clientPdf', to: 'ada@client.example', language: 'en', pdfLink: LINK };
const FACTS: EmailFacts = {
  document: { id: 'doc-1', data: { name: 'Offer' } },
  company: null,
  brand: null,
  companyId: 7,
  now: new Date('2026-12-31T23:59:59Z'),
};

function variablesIn(item: unknown, facts: Partial<EmailFacts> = {}) {
  const request = emailRequestOf(item, '', []);
  if (request === null) throw new Error('The request is refused.');
  return variablesOf(request, { ...FACTS, ...facts });
}

describe('The variables of an email', () => {
  it('come from the request, the texts, the event and the service', () => {
    expect(variablesIn({ ...DOCUMENT, content: 'Please read.', clientFirstName: 'Ada' })).toEqual({
      subject: 'Du har fått ett dokument: Offer',
      email: 'ada@client.example',
      content: 'Please read.',
      link: { href: 'https://view.example/1', text: 'Visa dokumentet' },
      document: FACTS.document,
      clientFirstName: 'Ada',
      client: { email: 'ada@client.example' },
      company: { id: 7 },
      logoUrl: null,
      unsubscribeUrl: null,
      brand: 'default',
      language: 'sv',
      year: 2026,
      templateType: 'document',
    });
  });

  it('include company, brand and client if they are known', () => {
    const facts = { company: { name: 'Kitchens', vat: 1 }, brand: 'oak' };
    const client = { name: 'Ada', email: 'other@client.example', loyalty: 'gold' };
    expect(variablesIn({ ...RECEIPT, client }, facts)).toMatchObject({ ...facts, client });
  });

  it('complete links with the texts of the language', () => {
    expect(variablesIn({ ...RECEIPT, magicLink: { ...LINK, text: 'Mine' } })).toMatchObject({
      pdfLink: { ...LINK, text: 'Open as PDF' },
      documentLink: { ...LINK, text: 'View the document' },
      magicLink: { ...LINK, text: 'Mine', pre: 'Looking for something else?' },
    });
  });

  it('use the given content as receipt text unless the receipt text is given', () => {
    const content = 'Signed by everybody.';
    expect(variablesIn({ ...RECEIPT, content })).toMatchObject({ textConfirmation: content });
    expect(variablesIn({ ...RECEIPT, content })).not.toHaveProperty('content');
    const textConfirmation = 'Signed by you.';
    expect(variablesIn({ ...RECEIPT, content, textConfirmation })).toMatchObject({ textConfirmation });
  });

  it('use the given link as document link unless the document link is given', () => {
    const link = { href: 'https://view.example/other' };
    const pdfLink = LINK;
    const receipt = { ...RECEIPT, documentLink: undefined, pdfLink };
    const documentLink = { text: 'View the document' };
    expect(variablesIn({ ...receipt, link })).toMatchObject({ documentLink: { ...documentLink, ...link } });
    expect(variablesIn({ ...receipt, link })).not.toHaveProperty('link');
    expect(variablesIn({ ...receipt, link, documentLink: LINK })).toMatchObject({ documentLink: LINK });
  });

  it.each([
    [DOCUMENT, 'Kitchens', 'Offer', 'Kitchens har skickat dig ett dokument: Offer'],
    [DOCUMENT, 'Kitchens', undefined, 'Kitchens har skickat dig ett dokument'],
    [RECEIPT, 'Kitchens', 'Offer', 'Your signed document from Kitchens: Offer'],
    [RECEIPT, undefined, 'Offer', 'Your signed document: Offer'],
    [RECEIPT, ' \r\n', { first: 'Offer' }, 'Your signed document'],
    [
      RECEIPT,
      'Kitch\r\nBcc: x@y.example',
      'O'.repeat(500),
      `Your signed document from Kitch Bcc: x@y.example: ${'O'.repeat(79)}…`,
    ],
  ])('name sender and document in the subject: %#', (item, sender, name, subject) => {
    const facts = { company: { name: sender }, document: { data: { name } } };
    expect(variablesIn(item, facts).subject).toBe(subject);
    expect(variablesIn({ ...item, subject: 'Ours' }, facts).subject).toBe('Ours');
  });

  it('mention an attachment only if there is one', () => {
    const textOf = (item: object) => variablesIn({ ...RECEIPT, ...item }).textAttachment;
    const attachment = { filename: 'Offer.pdf', contentType: 'application/pdf', content: 'JVBERg==' };
    expect(textOf({ attachments: [attachment] })).toBe('The document is attached as a PDF.');
    expect(textOf({})).not.toContain('attached');
    expect(textOf({ textAttachment: 'See below.' })).toBe('See below.');
  });

  it('are complete and of the right types for any request', () => {
    const optional = fc.record(
      {
        subject: fc.constant('S'),
        client: fc.dictionary(
          fc.string().filter((name) => name !== 'name' && name !== 'email'),
          fc.jsonValue(),
        ),
        link: fc.constant(LINK),
        documentLink: fc.constant(LINK),
        pdfLink: fc.constant(LINK),
        magicLink: fc.constant(LINK),
        logoUrl: fc.webUrl({ validSchemes: ['https'] }),
      },
      { requiredKeys: ['link', 'pdfLink'] },
    );
    const facts = fc.record({
      document: fc.dictionary(fc.string(), fc.jsonValue()),
      company: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
      brand: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...emailKindNames),
        fc.constantFrom(...languages),
        optional,
        facts,
        (kind, language, given, facts) => {
          const declared = emailKinds[kind]!.variables;
          const names = declared.map(({ name }) => name);
          const own = Object.entries(given).filter(([name]) => names.includes(name));
          const variables = variablesIn(
            { kind, language, to: 'ada@client.example', ...Object.fromEntries(own) },
            facts,
          );
          expect(Object.keys(variables)).toEqual(names);
          for (const { name, type, required } of declared) {
            const value = variables[name];
            if (value !== null || required) expect([name, typeof value]).toEqual([name, type]);
          }
        },
      ),
    );
  });
});
