import type { Language } from '../../rendering/domain/email-request.js';
import { escaped } from '../../shared/http/page-shell.js';
import { SMALL_PAGE_POLICY, smallPage } from '../../shared/http/small-page.js';
import type { UnsubscribeLink } from '../domain/unsubscribe-link.js';

/**
 * The content security policy: no scripts, nothing from other hosts except the sender's logo, and a form to this host
 * only.
 */
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

/** Asks for confirmation, because mail scanners follow links and must not unsubscribe anyone. */
export function askPage(link: UnsubscribeLink): string {
  const texts = TEXTS[link.language];
  return page(
    link,
    link.senderName || texts.title,
    `<p>${escaped(texts.ask(link.senderName || texts.someone, masked(link.recipient)))}</p>
    <form method="post"><button>${texts.button}</button></form><p><small>${texts.receipts}</small></p>`,
  );
}

/** Confirms that the recipient is unsubscribed. */
export function donePage(link: UnsubscribeLink): string {
  const texts = TEXTS[link.language];
  return page(
    link,
    link.senderName || texts.title,
    `<p role="status">${escaped(texts.done(link.senderName || texts.someone, masked(link.recipient)))}</p>
    <p><small>${texts.receipts}</small></p>`,
  );
}

/** For a link that is truncated or altered, so that its language is unknown. */
export function unknownLinkPage(): string {
  const { sv, en } = TEXTS;
  return page(null, en.title, `<p>${en.unknown}</p><p lang="sv">${sv.unknown}</p>`);
}

function page(link: UnsubscribeLink | null, title: string, body: string): string {
  const logo = logoOf(link);
  // No alternative text, because the name is the heading. No referrer, because the page's address is a credential.
  const image =
    logo === null ? '' : `<img class="logo" src="${escaped(logo.href)}" alt="" referrerpolicy="no-referrer">`;
  return smallPage(link?.language ?? 'en', title, body, image);
}

function logoOf(link: UnsubscribeLink | null): URL | null {
  const address = link?.logoUrl ?? '';
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' ? url : null;
}

/** Lets recipients recognise their address without showing it to people the email was forwarded to. */
function masked(recipient: string): string {
  return `${recipient.slice(0, 1)}…${recipient.slice(recipient.lastIndexOf('@'))}`;
}
