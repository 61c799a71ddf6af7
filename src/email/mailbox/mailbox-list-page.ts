import { escaped, pageShell } from '../../shared/http/page-shell.js';
import type { MailboxLine } from './mailbox.js';

/** The page that lists emails that match a search, and adds new ones as they arrive. */
export function listPage(lines: readonly MailboxLine[], search: string): string {
  const none = search === '' ? 'No email has been sent yet.' : 'No email matches this search.';
  return mailboxShell({
    title: 'Mailbox',
    search,
    body: `<main class="page"><h1>Mailbox</h1>
<p class="lead">SMTP_URL is not set: emails are kept here instead of being sent.</p>
<p class="unseen" role="status" data-said></p>
${lines.length === 0 ? `<p class="empty" data-none>${none}</p>` : ''}
<ul class="emails" data-emails>${lines.map(rowOf).join('')}</ul></main>`,
  });
}

/** A complete page of the mailbox with its top bar. */
export function mailboxShell({ title, search = '', body }: MailboxPage): string {
  return pageShell({
    title,
    scripts: ['mailbox.js'],
    body: `<header class="bar"><a class="brand" href="/"><img src="/console/icon.svg" alt="">Livery</a>
<nav aria-label="Pages"><a href="/mailbox" aria-current="page">Mailbox</a><a href="/console">Console</a><a href="/docs">API documentation</a></nav>
<form action="/mailbox" role="search"><input class="control" type="search" name="q" maxlength="255" value="${escaped(search)}" placeholder="Search recipient, sender, subject" aria-label="Search emails" autocomplete="off"></form></header>${body}`,
  });
}

interface MailboxPage {
  readonly title: string;
  readonly search?: string;
  readonly body: string;
}

function rowOf({ id, to, from, subject, sentAt }: MailboxLine): string {
  return `<li data-id="${id}"><a href="/mailbox/${id}"><span class="to">${escaped(to)}</span><span class="subject">${escaped(subject)}</span><span class="from">${escaped(from)}</span>${timeOf(sentAt)}</a></li>`;
}

/** A time that the page's script formats in the reader's locale. */
export function timeOf(at: string): string {
  return `<time datetime="${escaped(at)}">${escaped(at.replace('T', ' ').slice(0, 16))}</time>`;
}
