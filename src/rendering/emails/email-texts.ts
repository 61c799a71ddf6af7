import type { Language } from '../domain/email-request.js';

/** Names for a subject line; null if there is none. */
export interface SubjectNames {
  readonly sender: string | null;
  readonly document: string | null;
}

type Subject = (names: SubjectNames) => string;

/** The default texts of an email. */
interface EmailTexts {
  readonly document: {
    readonly subject: Subject;
    /** For the default template, in handlebars. */
    readonly heading: string;
    readonly content: string;
    readonly linkText: string;
  };
  readonly clientPdf: {
    readonly subject: Subject;
    readonly title: string;
    readonly textConfirmation: string;
    /** For an email with attachments. */
    readonly textAttachment: string;
    /** For an email without attachments. */
    readonly textWithoutAttachment: string;
    readonly documentLinkText: string;
    readonly pdfLinkText: string;
    readonly magicLinkPre: string;
    readonly magicLinkText: string;
  };
}

/** Mail programs show some 70 characters of a subject. A name should take no more. */
const MAX_NAME = 80;

/** Shortens a sender's or document's name to one line of at most 80 characters. Null if it is not text. */
export function nameInSubject(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = Array.from(name);
  if (characters.length <= MAX_NAME) return name === '' ? null : name;
  return `${characters
    .slice(0, MAX_NAME - 1)
    .join('')
    .trimEnd()}…`;
}

function joined(words: string, document: string | null): string {
  return document === null ? words : `${words}: ${document}`;
}

/** The texts of every kind of email in every language. */
export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  sv: {
    document: {
      subject: ({ sender, document }) =>
        joined(
          sender === null ? 'Du har fått ett dokument' : `${sender} har skickat dig ett dokument`,
          document,
        ),
      heading:
        '{{#if company.name}}{{company.name}} har skickat dig ett dokument{{else}}Ett dokument till dig{{/if}}',
      content: 'Det finns ett dokument för dig att läsa. Öppna det med knappen nedan.',
      linkText: 'Visa dokumentet',
    },
    clientPdf: {
      subject: ({ sender, document }) =>
        joined(`Ditt signerade dokument${sender === null ? '' : ` från ${sender}`}`, document),
      title: 'Tack för din signatur',
      textConfirmation: 'Dokumentet är signerat. Här är din kopia.',
      textAttachment: 'Du hittar dokumentet som PDF i bilagan.',
      textWithoutAttachment: 'Du kan också öppna eller spara dokumentet som PDF.',
      documentLinkText: 'Visa dokumentet',
      pdfLinkText: 'Öppna som PDF',
      magicLinkPre: 'Letar du efter något annat?',
      magicLinkText: 'Visa alla dina dokument',
    },
  },
  en: {
    document: {
      subject: ({ sender, document }) =>
        joined(
          sender === null ? 'You have received a document' : `${sender} has sent you a document`,
          document,
        ),
      heading:
        '{{#if company.name}}{{company.name}} has sent you a document{{else}}A document for you{{/if}}',
      content: 'There is a document for you to read. Use the button below to open it.',
      linkText: 'View the document',
    },
    clientPdf: {
      subject: ({ sender, document }) =>
        joined(`Your signed document${sender === null ? '' : ` from ${sender}`}`, document),
      title: 'Thank you for signing',
      textConfirmation: 'The document has been signed. Here is your copy.',
      textAttachment: 'The document is attached as a PDF.',
      textWithoutAttachment: 'You can also open or save the document as a PDF.',
      documentLinkText: 'View the document',
      pdfLinkText: 'Open as PDF',
      magicLinkPre: 'Looking for something else?',
      magicLinkText: 'View all your documents',
    },
  },
};

/** Texts that the default templates of all kinds share. */
export const defaultTemplateTexts = {
  sv: {
    greeting: 'Hej',
    withoutButton: 'Fungerar inte knappen? Kopiera adressen till din webbläsare:',
    sentTo: 'Skickat till',
    onBehalfOf: 'på uppdrag av',
    unsubscribe: 'Avregistrera dig från avsändarens utskick',
  },
  en: {
    greeting: 'Hello',
    withoutButton: 'Button not working? Copy this address into your browser:',
    sentTo: 'Sent to',
    onBehalfOf: 'on behalf of',
    unsubscribe: 'Unsubscribe from this sender’s emails',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
