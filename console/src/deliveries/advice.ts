import { words } from '../i18n/words';
import type { Outcome } from '../outcomes/outcomes';
import { deliveriesTexts } from './words';

/** Advice on a failed attempt; null if it has not failed. */
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
