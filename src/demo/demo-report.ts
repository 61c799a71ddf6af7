import type { Arrival } from './demo-receiver.js';
import { DEMO_COMPANY } from './demo-objects.js';

/** An attempt in the delivery log. */
export interface AttemptView {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** An email in the log of emails. */
export interface SentEmail {
  readonly id: string;
  readonly to: string;
  readonly status: string;
  readonly templateId: number | null;
  readonly lastError: string | null;
}

/** The result of the demo's event. */
export interface EventResult {
  readonly typeId: string;
  readonly deliveries: number;
  readonly attempts: readonly AttemptView[];
  readonly arrivals: readonly Arrival[];
  readonly email: SentEmail;
  /** The address of the email in the mailbox; null if it went to a mail server. */
  readonly emailFile: string | null;
}

/** The parts of the demo, once they exist. */
export function objectsText(made: {
  readonly partnerId: number;
  readonly templateId: number;
  readonly subscriptionId: number;
  readonly newApiKey: string | null;
  readonly apiKeyFile: string;
}): string {
  const key = made.newApiKey === null ? '' : `${made.newApiKey}  (shown this once; `;
  return table([
    ['partner', `${made.partnerId}  with company ${DEMO_COMPANY}`],
    ['API key', `${key}kept in ${made.apiKeyFile}${key === '' ? '' : ')'}`],
    ['email template', `${made.templateId}  MJML with handlebars, assigned to the document email`],
    [
      'subscription',
      `${made.subscriptionId}  to document.accepted, where status is accepted and data.amount at least 1000`,
    ],
  ]);
}

/** The report of the event: accepted, refused, delivered, and its email. */
export function resultText(result: EventResult): string {
  const { typeId, deliveries, attempts, arrivals, email, emailFile } = result;
  return table([
    ['event', `document.accepted of document ${typeId}: accepted, ${deliveries} delivery, 1 email`],
    ...attempts.map((attempt, index) => [
      `attempt ${attempt.number}`,
      `${attemptText(attempt, attempts[index - 1])}${verdictOn(arrivals[index])}`,
    ]),
    ['body', arrivals.at(-1)?.body ?? ''],
    ['email', `to ${email.to}, made with template ${email.templateId}: ${emailFile ?? 'handed over'}`],
  ]);
}

/** A webhook of a later event, sent by the user of the demo. */
export function arrivalText({ status, verdict, body }: Arrival): string {
  return `The demo receiver got a webhook: ${verdict}, answered ${status}\n  ${body}\n`;
}

interface Addresses {
  readonly url: string;
  readonly consoleUrl: string;
  readonly hasMailbox: boolean;
}

/** Addresses to open, and lines to paste into a shell. */
export function addressesText(
  { url, consoleUrl, hasMailbox }: Addresses,
  apiKeyFile: string,
  internalTokenFile: string | null,
): string {
  const token = internalTokenFile === null ? '$INTERNAL_TOKEN' : `$(cat ${quoted(internalTokenFile)})`;
  const event = {
    type: 'document.accepted',
    typeId: 'sent-by-hand',
    companyId: DEMO_COMPANY,
    data: { id: 'sent-by-hand', status: 'accepted', data: { name: 'Sent by hand', amount: 2000 } },
  };
  return `${table([
    ['console', `${consoleUrl}  (works once, within 5 minutes)`],
    ...(hasMailbox ? [['mailbox', `${url}/mailbox`]] : []),
    ['API documentation', `${url}/docs`],
    ['health', `${url}/health/ready`],
  ])}
To paste into another terminal: the log of deliveries, then one more event.
  curl -s -H "Authorization: Bearer $(cat ${quoted(apiKeyFile)})" ${url}/partner/delivery
  curl -s -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' ${url}/internal/event -d '${JSON.stringify(event)}'
`;
}

function attemptText({ status, error, startedAt, durationMs }: AttemptView, before?: AttemptView): string {
  const pause = before === undefined ? 0 : Date.parse(startedAt) - Date.parse(before.startedAt);
  const later = before === undefined ? '' : `, ${(pause / 1000).toFixed(1)} s later`;
  return `${status ?? error} in ${durationMs} ms${later}`;
}

function verdictOn(arrival: Arrival | undefined): string {
  if (arrival === undefined) return '';
  return arrival.status === 503 ? ': refused on purpose' : `: ${arrival.verdict}`;
}

function table(rows: readonly (readonly string[])[]): string {
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(18)} ${text}\n`).join('');
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
