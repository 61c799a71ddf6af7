import {
  brand,
  client,
  company,
  document as documentVariable,
  email,
  language,
  link,
  optional,
  subject,
  templateType,
  text,
  year,
} from './common-variables.js';
import type { EmailKind, Language, Variables } from '../domain/email-kind.js';
import { emailTexts } from './email-texts.js';
import { samplePeople } from './sample-people.js';

/** The generic notification (SPEC): a document was sent to a recipient. */
export const document: EmailKind = {
  meaning: 'Tells a recipient that a document was sent to them, with a link to it.',
  variables: [
    subject,
    email,
    text('content', 'Text stating the purpose of the email and how to view the document.'),
    link('link', 'Main link to view the document.'),
    documentVariable,
    optional(text('clientFirstName', 'First name of the client, if specified.')),
    client,
    company,
    optional(text('logoUrl', 'URL to the sender logo, if any.')),
    optional(text('unsubscribeUrl', 'URL to unsubscribe from further emails from the sender company.')),
    brand,
    language,
    year,
    templateType('document'),
  ],
  mainLinks: ['link.href'],
  canUnsubscribe: true,
  sample: { sv: sampleIn('sv'), en: sampleIn('en') },
};

function sampleIn(language: Language): Variables {
  const { subject, content, linkText } = emailTexts[language].document;
  const people = samplePeople(language);
  return {
    subject,
    email: people.client.email,
    content,
    link: { href: 'https://view.example/document/5f3a1c9e', text: linkText },
    document: people.document,
    clientFirstName: people.client.firstName,
    client: people.client,
    company: people.company,
    logoUrl: 'https://images.example/logo.png',
    unsubscribeUrl: 'https://view.example/unsubscribe/5f3a1c9e',
    brand: 'default',
    language,
    templateType: 'document',
  };
}
