import type { Schema } from '../api/client';
import { words } from '../i18n/words';
import type { StateTone } from '../parts/badge';
import { deliveriesTexts } from './words';

/** The outcome of an attempt, as the service names it. */
export interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
}

type Text = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'notValid' | 'blocked' | 'auth';

const FAILURES: Readonly<Record<string, Text>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  protocol: 'protocol',
  status: 'notValid',
  blocked: 'blocked',
  auth: 'auth',
};

/** The state of a delivery with its word. What has failed before and is tried again is `Retrying`. */
export function stateOf({ status, attemptCount }: Pick<Schema<'Delivery'>, 'status' | 'attemptCount'>): {
  readonly tone: StateTone;
  readonly text: string;
} {
  const t = words(deliveriesTexts);
  switch (status) {
    case 'pending':
      return attemptCount > 0 ? { tone: 'wait', text: t.retryingState } : { tone: 'info', text: t.pending };
    case 'succeeded':
      return { tone: 'good', text: t.succeeded };
    case 'failed':
      return { tone: 'bad', text: t.failed };
    default:
      return { tone: 'ended', text: t.cancelled };
  }
}

/** The outcome of an attempt in words: a status, or the failure. */
export function outcomeText({ status, error }: Outcome): string {
  const t = words(deliveriesTexts);
  const failure = error === null ? null : (t[FAILURES[error] ?? 'notValid'] ?? error);
  if (status === null)
    return failure === null ? t.noAnswer : failure.charAt(0).toUpperCase() + failure.slice(1);
  return failure === null ? `${status}` : `${status}, ${failure}`;
}

/** The remedy for a failed attempt; null when it has not failed. */
export function adviceFor({ status, error }: Outcome): string | null {
  const t = words(deliveriesTexts);
  const known: Readonly<Record<string, string>> = {
    dns: t.adviceDns,
    connect: t.adviceConnect,
    tls: t.adviceTls,
    timeout: t.adviceTimeout,
    protocol: t.adviceProtocol,
    blocked: t.adviceBlocked,
    auth: t.adviceAuth,
  };
  if (error === null) return null;
  return known[error] ?? (status === null ? null : adviceForStatus(status));
}

function adviceForStatus(status: number): string {
  const t = words(deliveriesTexts);
  if (status < 400) return t.adviceRedirect;
  const exact: Readonly<Record<number, string>> = {
    401: t.advice401,
    403: t.advice401,
    404: t.advice404,
    410: t.advice410,
    413: t.advice413,
    429: t.advice429,
  };
  return exact[status] ?? (status < 500 ? t.advice4xx : t.advice5xx);
}
