import type { Language } from '../rendering/domain/email-request.js';
import type { ConfirmationVariables } from '../rendering/emails/notice-template.js';

interface Texts {
  readonly subject: (partner: string) => string;
  readonly heading: string;
  readonly ask: (partner: string) => string;
  readonly button: string;
  readonly ignore: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  sv: {
    subject: (partner) => `Bekräfta din adress för ${partner}`,
    heading: 'Bekräfta din adress',
    ask: (partner) =>
      `${partner} vill skicka driftmeddelanden och testutskick till den här adressen. Bekräfta att det är din adress.`,
    button: 'Bekräfta adressen',
    ignore:
      'Länken gäller i 24 timmar och kan användas en gång. Har du inte bett om detta behöver du inte göra något.',
  },
  en: {
    subject: (partner) => `Confirm your address for ${partner}`,
    heading: 'Confirm your address',
    ask: (partner) =>
      `${partner} wants to send notices and test emails to this address. Confirm that the address is yours.`,
    button: 'Confirm the address',
    ignore:
      'The link works once, within 24 hours. If you did not expect this email, you need not do anything.',
  },
};

/** The texts of the email that asks the owner of an address to confirm it. */
export function confirmationVariables(
  language: Language,
  partner: string,
  href: string,
): ConfirmationVariables {
  const { subject, heading, ask, button, ignore } = TEXTS[language];
  return {
    subject: subject(partner).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    heading,
    partner,
    paragraphs: [ask(partner)],
    link: { href, text: button },
    reason: ignore,
  };
}

/** The email as plain text. The link has its own line, so that it can be copied. */
export function confirmationText({ paragraphs, link, reason }: ConfirmationVariables): string {
  return [...paragraphs, link.href, `${reason}\n`].join('\n\n');
}
