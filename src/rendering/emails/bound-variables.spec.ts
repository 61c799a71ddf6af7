import type { EmailKind } from '../domain/email-kind.js';
import type { EmailFacts, EmailRequest } from '../domain/email-request.js';
import { boundVariables } from './bound-variables.js';
import { defaultTemplate, mainButton, paragraph } from './default-template.js';
import { company, email, known, link, optional, subject, templateType, text } from './common-variables.js';

const parts = { preview: '{{reason}}', heading: '{{subject}}', names: ['company.name'], body: '' };

/** A kind that the service does not have: all that it takes to add one is here. */
const reminder: EmailKind = {
  meaning: 'Reminds a recipient of a document.',
  variables: [
    subject(({ language }) => (language === 'sv' ? 'Påminnelse' : 'Reminder')),
    email,
    text('reason', 'Why.', ({ to }) => `You, ${to}, have not answered.`),
    link('link', 'Where to answer.', () => 'Answer'),
    optional({ ...known('sender', 'Who sends.'), given: () => [] }),
    { ...known('days', 'Days left.'), type: 'number', otherwise: (_request, { document }) => document.days },
    company,
    templateType,
  ],
  mainLinks: ['link.href'],
  canUnsubscribe: false,
  sample: { sv: {}, en: {} },
  defaultTemplate: {
    sv: defaultTemplate('sv', { ...parts, body: paragraph('{{reason}}') }),
    en: defaultTemplate('en', { ...parts, body: mainButton('link') }),
  },
};

const REQUEST: EmailRequest = {
  kind: 'reminder',
  to: 'ada@client.example',
  language: 'sv',
  given: { link: { href: 'https://view.example/1' } },
  attachments: [],
};
const FACTS: EmailFacts = {
  document: { days: 3 },
  company: { name: 'Kitchens' },
  brand: null,
  companyId: 7,
  now: new Date(0),
};

describe('The variables of a kind of email', () => {
  it('are bound as they are declared', () => {
    expect(boundVariables(reminder, REQUEST, FACTS)).toEqual({
      subject: 'Påminnelse',
      email: 'ada@client.example',
      reason: 'You, ada@client.example, have not answered.',
      link: { href: 'https://view.example/1', text: 'Answer' },
      sender: null,
      days: 3,
      company: { name: 'Kitchens' },
      templateType: 'reminder',
    });
  });

  it('take given values member by member', () => {
    const given = { reason: 'Please.', sender: 'Eve', link: { href: 'https://view.example/2', text: 'Go' } };
    expect(boundVariables(reminder, { ...REQUEST, given }, FACTS)).toMatchObject(given);
  });

  it('fall back on their defaults where an empty text is given', () => {
    const given = { reason: '', link: { href: 'https://view.example/2', text: '' } };
    expect(boundVariables(reminder, { ...REQUEST, given }, FACTS)).toMatchObject({
      reason: 'You, ada@client.example, have not answered.',
      link: { href: 'https://view.example/2', text: 'Answer' },
    });
  });

  it('never come from a prototype', () => {
    const given = Object.create({ reason: 'inherited' }) as EmailRequest['given'];
    expect(boundVariables(reminder, { ...REQUEST, given }, FACTS).reason).toContain('You, ');
  });
});
