import {
  brand,
  client,
  company,
  document as documentVariable,
  email,
  known,
  language,
  link,
  optional,
  subject,
  templateType,
  text,
  webAddress,
  year,
} from './common-variables.js';
import type { EmailKind } from '../domain/email-kind.js';
import type { EmailOutline, Language, Variables } from '../domain/email-request.js';
import { lineProblems } from '../domain/given-values.js';
import { documentDefaultTemplate } from './document-default-template.js';
import { emailTexts } from './email-texts.js';
import { samplePeople } from './sample-people.js';

const words = ({ language }: EmailOutline) => emailTexts[language].document;

/** The generic notification that a document was sent to the recipient. */
export const document: EmailKind = {
  meaning: 'Tells a recipient that a document was sent to them, with a link to it.',
  variables: [
    subject((request, names) => words(request).subject(names)),
    email,
    text(
      'content',
      'Text stating the purpose of the email and how to view the document.',
      (request) => words(request).content,
    ),
    link('link', 'Main link to view the document.', (request) => words(request).linkText),
    documentVariable,
    optional({
      ...known('clientFirstName', 'First name of the client, if specified.'),
      given: lineProblems,
    }),
    client,
    company,
    webAddress('logoUrl', 'URL to the sender logo, if any.'),
    webAddress('unsubscribeUrl', 'URL to unsubscribe from further emails from the sender company.'),
    brand,
    language,
    year,
    templateType,
  ],
  mainLinks: ['link.href'],
  canUnsubscribe: true,
  sample: { sv: sampleIn('sv'), en: sampleIn('en') },
  defaultTemplate: { sv: documentDefaultTemplate('sv'), en: documentDefaultTemplate('en') },
};

function sampleIn(language: Language): Variables {
  const { client } = samplePeople(language);
  return {
    link: { href: 'https://view.example/document/5f3a1c9e' },
    clientFirstName: client.firstName,
    client,
    logoUrl: 'https://images.example/logo.png',
    unsubscribeUrl: 'https://view.example/unsubscribe/5f3a1c9e',
  };
}
