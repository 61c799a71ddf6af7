import { escaped, pageShell } from '../shared/http/page-shell.js';

export type PageLanguage = 'en' | 'sv';

const TEXTS = {
  en: {
    lead: 'Email templates and webhooks for the partners of a document service.',
    console: 'Console',
    consoleText: 'Subscriptions, deliveries, templates and sent emails. Opens with a link or an API key.',
    api: 'API documentation',
    apiText: 'Every call of partners, with examples. Calls can be tried out.',
    service: 'Service routes',
    serviceText: 'For the document service and operators, with their token.',
    mailbox: 'Mailbox',
    mailboxText: 'Emails are kept here instead of being sent, because no relay is set.',
    health: 'Health',
    healthText: 'Whether the service takes requests, part by part.',
    looking: 'checking…',
    ready: 'Ready',
    away: 'Not ready',
  },
  sv: {
    lead: 'Mejlmallar och webhookar för en dokumenttjänsts partner.',
    console: 'Konsol',
    consoleText:
      'Prenumerationer, leveranser, mallar och skickade mejl. Öppnas med en länk eller API-nyckel.',
    api: 'API-dokumentation',
    apiText: 'Partnernas alla anrop, med exempel. Anropen går att prova.',
    service: 'Tjänstens rutter',
    serviceText: 'För dokumenttjänsten och operatörer, med deras token.',
    mailbox: 'Brevlåda',
    mailboxText: 'Mejl sparas här i stället för att skickas, eftersom ingen mejlserver är inställd.',
    health: 'Hälsa',
    healthText: 'Om tjänsten tar emot anrop, del för del.',
    looking: 'kontrollerar…',
    ready: 'Redo',
    away: 'Inte redo',
  },
} as const;

interface StartPage {
  readonly language: PageLanguage;
  readonly version: string;
  readonly hasMailbox: boolean;
}

/** Describes the service to people who open its address in a browser. */
export function startPage({ language, version, hasMailbox }: StartPage): string {
  const t = TEXTS[language];
  const health = `<span class="badge" data-health data-ready="${t.ready}" data-away="${t.away}">${t.looking}</span>`;
  const places = [
    place('/console', t.console, t.consoleText),
    place('/docs', t.api, t.apiText),
    place('/docs/internal', t.service, t.serviceText),
    ...(hasMailbox ? [place('/mailbox', t.mailbox, t.mailboxText)] : []),
    place('/health/ready', t.health, t.healthText, health),
  ];
  return pageShell({
    title: 'Livery',
    language,
    scripts: ['health.js'],
    body: `<main class="page narrow"><h1>Livery <span class="badge">${escaped(version)}</span></h1>
<p class="lead">${t.lead}</p><ul class="places">${places.join('')}</ul></main>`,
  });
}

function place(address: string, name: string, text: string, badge = ''): string {
  return `<li><a href="${address}"><strong>${name}</strong><span>${text}</span>${badge}</a></li>`;
}
