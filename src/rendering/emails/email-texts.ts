import type { Language } from '../domain/email-request.js';

/** What the service writes into an email itself where whoever asks for the email gives no words of their own. */
interface EmailTexts {
  readonly document: {
    readonly subject: string;
    readonly content: string;
    readonly linkText: string;
  };
  readonly clientPdf: {
    readonly subject: string;
    readonly title: string;
    readonly textConfirmation: string;
    /** For an email that has attachments. */
    readonly textAttachment: string;
    /** For one that has none: it must not promise any. */
    readonly textWithoutAttachment: string;
    readonly documentLinkText: string;
    readonly pdfLinkText: string;
    readonly magicLinkPre: string;
    readonly magicLinkText: string;
  };
}

/** The texts of every kind of email in every language. */
export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  sv: {
    document: {
      subject: 'Du har fått ett dokument',
      content: 'Du har fått ett dokument att läsa. Öppna det med knappen här nedanför.',
      linkText: 'Visa dokumentet',
    },
    clientPdf: {
      subject: 'Ditt signerade dokument',
      title: 'Tack för din signatur',
      textConfirmation: 'Dokumentet är signerat. Här är en kopia till dig.',
      textAttachment: 'Du hittar dokumentet som PDF i bilagan.',
      textWithoutAttachment: 'Dokumentet finns också som PDF, att öppna eller spara.',
      documentLinkText: 'Visa dokumentet',
      pdfLinkText: 'Öppna som PDF',
      magicLinkPre: 'Vill du se alla dina dokument?',
      magicLinkText: 'Gå till dina sidor',
    },
  },
  en: {
    document: {
      subject: 'You have received a document',
      content: 'You have received a document to read. Open it with the button below.',
      linkText: 'View the document',
    },
    clientPdf: {
      subject: 'Your signed document',
      title: 'Thank you for signing',
      textConfirmation: 'The document is signed. Here is a copy for you.',
      textAttachment: 'The document is attached as a PDF.',
      textWithoutAttachment: 'The document is also there as a PDF, to open or to keep.',
      documentLinkText: 'View the document',
      pdfLinkText: 'Open as PDF',
      magicLinkPre: 'Would you like to see all your documents?',
      magicLinkText: 'Go to your pages',
    },
  },
};

/** What the built-in looks say beside the texts of their kinds. */
export const lookTexts = {
  sv: {
    greeting: 'Hej',
    withoutButton: 'Fungerar inte knappen? Öppna den här adressen i din webbläsare:',
    sentTo: 'Skickat till',
    onBehalfOf: 'på uppdrag av',
    unsubscribe: 'Avsluta utskick från avsändaren',
  },
  en: {
    greeting: 'Hello',
    withoutButton: 'Is the button not working? Open this address in your browser:',
    sentTo: 'Sent to',
    onBehalfOf: 'on behalf of',
    unsubscribe: 'Unsubscribe from further emails from the sender',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
