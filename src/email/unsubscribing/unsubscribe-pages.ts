import type { Language } from '../../rendering/domain/email-request.js';
import { escaped } from '../../shared/http/page-shell.js';
import { SMALL_PAGE_POLICY, smallPage } from '../../shared/http/small-page.js';
import type { UnsubscribeLink } from '../domain/unsubscribe-link.js';

/** No scripts, nothing from other hosts but the logo of the sender, and a form that goes nowhere else. */
export function unsubscribePolicy(link: UnsubscribeLink | null): string {
  const logo = logoOf(link);
  return logo === null ? SMALL_PAGE_POLICY : `${SMALL_PAGE_POLICY}; img-src ${logo.origin}`;
}

interface PageTexts {
  readonly title: string;
  readonly ask: (sender: string, recipient: string) => string;
  readonly receipts: string;
  readonly button: string;
  readonly done: (sender: string, recipient: string) => string;
  readonly someone: string;
  readonly unknown: string;
}

const TEXTS: Readonly<Record<Language, PageTexts>> = {
  sv: {
    title: 'Avregistrera',
    ask: (sender, recipient) => `Vill du sluta få e-post om dokument från ${sender} till ${recipient}?`,
    receipts: 'Kvitton på dokument som du har signerat skickas fortfarande.',
    button: 'Avregistrera mig',
    done: (sender, recipient) => `${recipient} får ingen mer e-post om dokument från ${sender}.`,
    someone: 'avsändaren',
    unknown: 'Länken är inte giltig. Öppna den igen från e-postmeddelandet.',
  },
  en: {
    title: 'Unsubscribe',
    ask: (sender, recipient) => `Stop emails about documents from ${sender} to ${recipient}?`,
    receipts: 'You still get receipts of documents that you have signed.',
    button: 'Unsubscribe me',
    done: (sender, recipient) => `${recipient} gets no more emails about documents from ${sender}.`,
    someone: 'the sender',
    unknown: 'The link is not valid. Open it again from the email.',
  },
};

/** Asks before anything happens: mail scanners follow links, and must not unsubscribe anyone. */
export function askPage(link: UnsubscribeLink): string {
  const texts = TEXTS[link.language];
  return page(
    link,
    link.senderName || texts.title,
    `<p>${escaped(texts.ask(link.senderName || texts.someone, masked(link.recipient)))}</p>
    <form method="post"><button>${texts.button}</button></form><p><small>${texts.receipts}</small></p>`,
  );
}

/** After it was done, now or before. */
export function donePage(link: UnsubscribeLink): string {
  const texts = TEXTS[link.language];
  return page(
    link,
    link.senderName || texts.title,
    `<p role="status">${escaped(texts.done(link.senderName || texts.someone, masked(link.recipient)))}</p>
    <p><small>${texts.receipts}</small></p>`,
  );
}

/** For a link that is cut off or altered, whose language is not known. */
export function unknownLinkPage(): string {
  const { sv, en } = TEXTS;
  return page(null, en.title, `<p>${en.unknown}</p><p lang="sv">${sv.unknown}</p>`);
}

function page(link: UnsubscribeLink | null, title: string, body: string): string {
  const logo = logoOf(link);
  // The name is the heading. The address of this page is a credential, which the logo's server must not see.
  const image =
    logo === null ? '' : `<img class="logo" src="${escaped(logo.href)}" alt="" referrerpolicy="no-referrer">`;
  return smallPage(link?.language ?? 'en', title, body, image);
}

/** The `https` address of the sender's logo. */
function logoOf(link: UnsubscribeLink | null): URL | null {
  const address = link?.logoUrl ?? '';
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' ? url : null;
}

/** Shows whose address it is to those who know it: emails are forwarded. */
function masked(recipient: string): string {
  return `${recipient.slice(0, 1)}…${recipient.slice(recipient.lastIndexOf('@'))}`;
}
