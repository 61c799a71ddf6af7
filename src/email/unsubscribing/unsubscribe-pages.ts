import type { Language } from '../../rendering/domain/email-request.js';
import type { UnsubscribeLink } from '../domain/unsubscribe-link.js';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** No scripts, nothing from other hosts but the logo of the sender, and a form that goes nowhere else. */
export function unsubscribePolicy(link: UnsubscribeLink | null): string {
  const logo = logoOf(link);
  return logo === null ? POLICY : `${POLICY}; img-src ${logo.origin}`;
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

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.25rem; }
  h1 { font-size: 1.4rem; } p { overflow-wrap: anywhere; }
  .logo { display: block; max-width: 140px; max-height: 80px; padding: .5rem; border-radius: .4rem; background: #fff; }
  button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border: 0; border-radius: .4rem; background: #1d4ed8; color: #fff; cursor: pointer; }
  button:focus-visible { outline: 3px solid #93c5fd; outline-offset: 2px; }`;

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
  return `<!doctype html><html lang="${link?.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${image}<h1>${escaped(title)}</h1>${body}</main></body></html>`;
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

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
