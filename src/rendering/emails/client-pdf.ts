import { isObject } from '../../shared/domain/is-object.js';
import {
  brand,
  client,
  company,
  document,
  email,
  known,
  language,
  link,
  optional,
  subject,
  templateType,
  text,
  year,
} from './common-variables.js';
import type { EmailKind } from '../domain/email-kind.js';
import type { EmailOutline, Language, Variables } from '../domain/email-request.js';
import { textProblems } from '../domain/given-values.js';
import { clientPdfDefaultTemplate } from './client-pdf-default-template.js';
import { emailTexts } from './email-texts.js';
import { samplePeople } from './sample-people.js';

const words = ({ language }: EmailOutline) => emailTexts[language].clientPdf;

/** The receipt for a signed document, with its PDF. */
export const clientPdf: EmailKind = {
  meaning: 'Confirms to a recipient that the document is signed, with the PDF.',
  variables: [
    subject((request, names) => words(request).subject(names)),
    email,
    text('title', 'Title text of the email.', (request) => words(request).title),
    {
      ...known('textConfirmation', 'Text about the confirmation.'),
      given: textProblems,
      otherwise: (request) => request.given.content ?? words(request).textConfirmation,
    },
    {
      ...link('documentLink', 'Link to view the document.', (request) => words(request).documentLinkText),
      // Requests cannot give `documentLink`. Without `link`, it is the address of the PDF.
      otherwise: ({ given }) => given.link ?? { href: isObject(given.pdfLink) ? given.pdfLink.href : null },
    },
    link('pdfLink', 'Link to view the document as a PDF.', (request) => words(request).pdfLinkText),
    optional(
      link(
        'magicLink',
        "Link to view all documents connected to the recipient email on the recipient's personal pages.",
        (request) => words(request).magicLinkText,
        text('pre', 'Leading text.', (request) => words(request).magicLinkPre),
      ),
    ),
    text('textAttachment', 'Text stating that the PDF is attached to the email.', (request) => {
      const { textAttachment, textWithoutAttachment } = words(request);
      return request.attachments.length > 0 ? textAttachment : textWithoutAttachment;
    }),
    document,
    client,
    company,
    brand,
    language,
    year,
    templateType,
  ],
  // Every request may give `content` and `link`, which have other names in this kind.
  givenBesides: [
    optional({ ...known('content', 'The same as textConfirmation.'), given: textProblems }),
    optional(link('link', 'The same as documentLink.', (request) => words(request).documentLinkText)),
  ],
  mainLinks: ['documentLink.href', 'pdfLink.href'],
  canUnsubscribe: false,
  sample: { sv: sampleIn('sv'), en: sampleIn('en') },
  defaultTemplate: { sv: clientPdfDefaultTemplate('sv'), en: clientPdfDefaultTemplate('en') },
};

function sampleIn(language: Language): Variables {
  return {
    documentLink: { href: 'https://view.example/document/5f3a1c9e' },
    pdfLink: { href: 'https://view.example/document/5f3a1c9e.pdf' },
    magicLink: { href: 'https://view.example/pages/5f3a1c9e' },
    textAttachment: emailTexts[language].clientPdf.textAttachment,
    client: samplePeople(language).client,
  };
}
