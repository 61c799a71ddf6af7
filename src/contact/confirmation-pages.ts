import type { Language } from '../rendering/domain/email-request.js';
import { escaped } from '../shared/http/page-shell.js';
import { smallPage } from '../shared/http/small-page.js';

interface Texts {
  readonly title: string;
  readonly done: (email: string) => string;
  readonly unknown: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  sv: {
    title: 'Adressen är bekräftad',
    done: (email) => `${email} är bekräftad.`,
    unknown:
      'Länken är inte giltig. Om den redan har använts är adressen bekräftad; annars är den äldre än 24 timmar.',
  },
  en: {
    title: 'The address is confirmed',
    done: (email) => `${email} is confirmed.`,
    unknown:
      'The link is not valid. If it has been used already, the address is confirmed; otherwise it is older than 24 hours.',
  },
};

/** The page after the link has been followed. */
export function confirmedPage(language: Language, email: string): string {
  const { title, done } = TEXTS[language];
  return smallPage(language, title, `<p role="status">${escaped(done(email))}</p>`);
}

/** The page for an invalid link, in both languages because its recipient is unknown. */
export function unknownLinkPage(): string {
  return smallPage(
    'en',
    'Confirmation link',
    `<p>${TEXTS.en.unknown}</p><p lang="sv">${TEXTS.sv.unknown}</p>`,
  );
}
