import {
  brand,
  client,
  company,
  document,
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

/** The receipt (SPEC): the document is signed, and here it is as a PDF. */
export const clientPdf: EmailKind = {
  meaning: 'Confirms to a recipient that the document is signed, with the PDF.',
  variables: [
    subject,
    email,
    text('title', 'Title text of the email.'),
    text('textConfirmation', 'Text about the confirmation.'),
    link('documentLink', 'Link to view the document.'),
    link('pdfLink', 'Link to view the document as a PDF.'),
    optional(
      link(
        'magicLink',
        "Link to view all documents connected to the recipient email on the recipient's personal pages.",
        text('pre', 'Leading text.'),
      ),
    ),
    text('textAttachment', 'Text stating that the PDF is attached to the email.'),
    document,
    client,
    company,
    brand,
    language,
    year,
    templateType('clientPdf'),
  ],
  mainLinks: ['documentLink.href', 'pdfLink.href'],
  canUnsubscribe: false,
  sample: { sv: sampleIn('sv'), en: sampleIn('en') },
};

function sampleIn(language: Language): Variables {
  const texts = emailTexts[language].clientPdf;
  const people = samplePeople(language);
  return {
    subject: texts.subject,
    email: people.client.email,
    title: texts.title,
    textConfirmation: texts.textConfirmation,
    documentLink: { href: 'https://view.example/document/5f3a1c9e', text: texts.documentLinkText },
    pdfLink: { href: 'https://view.example/document/5f3a1c9e.pdf', text: texts.pdfLinkText },
    magicLink: {
      href: 'https://view.example/pages/5f3a1c9e',
      pre: texts.magicLinkPre,
      text: texts.magicLinkText,
    },
    textAttachment: texts.textAttachment,
    document: people.document,
    client: people.client,
    company: people.company,
    brand: 'default',
    language,
    templateType: 'clientPdf',
  };
}
