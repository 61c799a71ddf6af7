import { escaped } from '../../shared/http/page-shell.js';
import { displayAddresses, NO_SUBJECT } from './header-display.js';
import { mailboxShell, timeOf } from './mailbox-list-page.js';
import type { MailboxEntry } from './mailbox.js';

const mailViews = ['html', 'text', 'source'] as const;
const mailDevices = ['desktop', 'phone', 'dark'] as const;

/** Which part of an email the page shows, and on which device. */
export interface EmailViewOptions {
  readonly view: (typeof mailViews)[number];
  readonly device: (typeof mailDevices)[number];
}

/** Longer sources are cut off; the download has all of it. */
const SHOWN_SOURCE = 500_000;
const WORDS = { html: 'HTML', text: 'Text', source: 'Source' } as const;
const DEVICES = { desktop: 'Desktop', phone: 'Phone', dark: 'Dark' } as const;

/** The page of one email: its HTML, text or source, its headers and attachments. */
export function emailPage({ id, mail, bytes }: MailboxEntry, { view, device }: EmailViewOptions): string {
  const subject = mail.subject ?? NO_SUBJECT;
  const headers = mail.headers.map(
    ({ originalKey, value }) => `<dt>${escaped(originalKey)}</dt><dd>${escaped(value)}</dd>`,
  );
  const attachments = mail.attachments.map(
    ({ filename, mimeType }, place) =>
      `<li><a href="/mailbox/${id}/attachment/${place}" download>${escaped(filename ?? 'unnamed')}</a> (${escaped(mimeType)})</li>`,
  );
  const views = mailViews.map((one) => link(`/mailbox/${id}?view=${one}`, WORDS[one], one === view));
  const devices = mailDevices.map((one) =>
    link(`/mailbox/${id}?device=${one}`, DEVICES[one], one === device),
  );
  return mailboxShell({
    title: subject,
    body: `<main class="page"><h1>${escaped(subject)}</h1>
<dl class="envelope"><dt>From</dt><dd>${escaped(displayAddresses(mail.from && [mail.from]))}</dd>
<dt>To</dt><dd>${escaped(displayAddresses(mail.to))}</dd>
<dt>Sent</dt><dd>${timeOf(mail.date ?? '')}</dd></dl>
<div class="tools"><nav class="segments" aria-label="Parts">${views.join('')}</nav>
${view === 'html' ? `<nav class="segments" aria-label="Devices">${devices.join('')}</nav>` : ''}
<a class="button end" href="/mailbox/${id}/eml" download>Download .eml</a></div>
${contentOf({ id, mail, bytes }, { view, device })}
${attachments.length === 0 ? '' : `<section><h2>Attachments</h2><ul>${attachments.join('')}</ul></section>`}
<details><summary>Headers</summary><dl class="envelope">${headers.join('')}</dl></details></main>`,
  });
}

/** Reads query parameters; unknown values mean the defaults. */
export function viewOptionsOf(view: unknown, device: unknown): EmailViewOptions {
  return {
    view: mailViews.find((one) => one === view) ?? 'html',
    device: mailDevices.find((one) => one === device) ?? 'desktop',
  };
}

function contentOf({ id, mail, bytes }: MailboxEntry, { view, device }: EmailViewOptions): string {
  if (view === 'text') return `<pre tabindex="0" aria-label="Text">${escaped(mail.text ?? '')}</pre>`;
  if (view === 'source') {
    const source = bytes.toString('utf8', 0, SHOWN_SOURCE);
    return `<pre tabindex="0" aria-label="Source">${escaped(source)}</pre>`;
  }
  return `<div class="ground"><iframe sandbox="" class="${device}" src="/mailbox/${id}/html" title="The email as recipients see it"></iframe></div>`;
}

function link(address: string, text: string, isCurrent: boolean): string {
  return `<a href="${address}"${isCurrent ? ' aria-current="true"' : ''}>${text}</a>`;
}
