import type { Language } from '../rendering/domain/email-request.js';

interface Texts {
  readonly subject: (partner: string) => string;
  readonly ask: (partner: string) => string;
  readonly button: string;
  readonly ignore: string;
  readonly done: (email: string) => string;
  readonly unknown: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  sv: {
    subject: (partner) => `Bekräfta din adress för ${partner}`,
    ask: (partner) =>
      `${partner} vill skicka driftmeddelanden och testutskick till den här adressen. Bekräfta att det är din adress:`,
    button: 'Bekräfta adressen',
    ignore:
      'Länken gäller i 24 timmar och kan användas en gång. Har du inte bett om detta behöver du inte göra något.',
    done: (email) => `${email} är bekräftad.`,
    unknown: 'Länken är inte giltig: den är redan använd, eller äldre än 24 timmar.',
  },
  en: {
    subject: (partner) => `Confirm your address for ${partner}`,
    ask: (partner) =>
      `${partner} wants to send notices and test emails to this address. Confirm that the address is yours:`,
    button: 'Confirm the address',
    ignore:
      'The link works once, within 24 hours. If you did not expect this email, you need not do anything.',
    done: (email) => `${email} is confirmed.`,
    unknown: 'The link is not valid: it has been used already, or is older than 24 hours.',
  },
};

/** No scripts, and nothing from other hosts. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";
const STYLE = 'body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:10vh auto;padding:0 1.25rem}';

/** The email that asks the owner of an address to confirm it. */
export function confirmationEmail(language: Language, partnerName: string, url: string) {
  const texts = TEXTS[language];
  const { subject, ask, button, ignore } = texts;
  const html = page(
    language,
    subject(partnerName),
    `<p>${escaped(ask(partnerName))}</p><p><a href="${escaped(url)}">${button}</a></p><p>${ignore}</p>`,
  );
  return {
    subject: subject(partnerName).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    html,
    text: `${ask(partnerName)}\n\n${url}\n\n${ignore}\n`,
  };
}

/** After the link was followed. */
export function confirmedPage(language: Language, email: string): string {
  const text = TEXTS[language].done(email);
  return page(language, text, `<p>${escaped(text)}</p>`);
}

/** For a link that cannot be followed, in both languages because nothing is known of its recipient. */
export function unknownLinkPage(): string {
  return page('en', 'Link', `<p>${TEXTS.en.unknown}</p><p lang="sv">${TEXTS.sv.unknown}</p>`);
}

function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
