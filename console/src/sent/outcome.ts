import { words } from '../i18n/words';
import type { StateTone } from '../parts/badge';
import type { Email, EmailAttempt } from './sent-calls';
import { sentTexts } from './words';

type Outcome = Pick<EmailAttempt, 'status' | 'error'>;
type Text = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'refused';

const FAILURES: Readonly<Record<string, Text>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  protocol: 'protocol',
  status: 'refused',
};
/** Reply codes that say that there is no such mailbox (RFC 5321). */
const UNKNOWN = new Set([550, 551, 553]);

/** The state of an email with its word. One that has failed before and is tried again is `Retrying`. */
export function stateOf({ status, attemptCount }: Pick<Email, 'status' | 'attemptCount'>): {
  readonly tone: StateTone;
  readonly text: string;
} {
  const t = words(sentTexts);
  switch (status) {
    case 'pending':
      return attemptCount > 0 ? { tone: 'wait', text: t.retrying } : { tone: 'info', text: t.pending };
    case 'succeeded':
      return { tone: 'good', text: t.succeeded };
    case 'suppressed':
      return { tone: 'ended', text: t.suppressed };
    case 'bounced':
      return { tone: 'bad', text: t.bounced };
    default:
      return { tone: 'bad', text: t.failed };
  }
}

/** The outcome of an attempt to hand an email over. */
export function outcomeText({ status, error }: Outcome): string {
  const t = words(sentTexts);
  if (error === null) return status === null ? t.kept : t.withStatus(status, t.handedOver);
  const failure = t[FAILURES[error] ?? 'protocol'];
  return status === null ? failure.charAt(0).toUpperCase() + failure.slice(1) : t.withStatus(status, failure);
}

/** The remedy for a failed attempt. */
export function adviceFor({ status, error }: Outcome): string {
  const t = words(sentTexts);
  if (error !== 'status' || status === null) return t.adviceConnection;
  if (status < 500) return t.adviceFull;
  return UNKNOWN.has(status) ? t.adviceUnknown : t.advicePolicy;
}

/** A kind of email in words; one that is not known here keeps its name. */
export function kindText(kind: string): string {
  const t = words(sentTexts);
  return kind === 'document' ? t.documentKind : kind === 'clientPdf' ? t.clientPdfKind : kind;
}

export function languageText(language: string): string {
  const t = words(sentTexts);
  return language === 'sv' ? t.swedish : language === 'en' ? t.english : language;
}
