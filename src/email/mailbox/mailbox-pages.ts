import type { Email as Mail } from 'postal-mime';
import type { MailboxEntry } from './mailbox.js';

/** Of the page: no scripts, nothing from other hosts. The frame shows an email under a policy of its own. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Of an email's HTML: images and styles, no scripts. */
export const EMAIL_POLICY =
  "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'; frame-ancestors 'self'";

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --soft: #8882; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  td { overflow-wrap: anywhere; } th { font-weight: 600; white-space: nowrap; }
  iframe { width: 100%; height: 40rem; border: 1px solid var(--line); background: #fff; }
  pre { white-space: pre-wrap; background: var(--soft); padding: 1rem; overflow-wrap: anywhere; }`;

/** The list of emails. */
export function listPage(entries: readonly MailboxEntry[]): string {
  const rows = entries.map(
    ({ id, mail }) => `<tr><td>${escaped(dateOf(mail))}</td><td>${escaped(addressesOf(mail.to))}</td>
      <td><a href="/mailbox/${id}">${escaped(mail.subject ?? '(no subject)')}</a></td></tr>`,
  );
  const list =
    rows.length === 0
      ? '<p>No email has been sent yet.</p>'
      : `<table><tr><th>Sent</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`;
  return page(
    'Mailbox',
    `<h1>Mailbox</h1><p>SMTP_URL is not set: emails are kept here instead of being sent.</p>${list}`,
  );
}

/** One email: its HTML, text, headers and attachments. */
export function emailPage({ id, mail }: MailboxEntry): string {
  const subject = mail.subject ?? '(no subject)';
  const headers = mail.headers.map(
    ({ originalKey, value }) => `<tr><th>${escaped(originalKey)}</th><td>${escaped(value)}</td></tr>`,
  );
  const attachments = mail.attachments.map(
    ({ filename, mimeType }, place) =>
      `<li><a href="/mailbox/${id}/attachment/${place}" download>${escaped(filename ?? 'unnamed')}</a> (${escaped(mimeType)})</li>`,
  );
  return page(
    subject,
    `<p><a href="/mailbox">Mailbox</a></p><h1>${escaped(subject)}</h1>
    <p>To ${escaped(addressesOf(mail.to))}, from ${escaped(addressesOf(mail.from && [mail.from]))}</p>
    <iframe sandbox="" src="/mailbox/${id}/html" title="The email as recipients see it"></iframe>
    ${attachments.length === 0 ? '' : `<h2>Attachments</h2><ul>${attachments.join('')}</ul>`}
    <h2>Text</h2><pre>${escaped(mail.text ?? '')}</pre>
    <h2>Headers</h2><table>${headers.join('')}</table>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

function dateOf({ date }: Mail): string {
  return date === undefined ? '' : date.replace('T', ' ').slice(0, 19);
}

function addressesOf(addresses: Mail['to']): string {
  return (addresses ?? [])
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
