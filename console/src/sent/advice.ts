import { words } from '../i18n/words';
import type { Outcome } from '../outcomes/outcomes';
import { sentTexts } from './words';

/** SMTP reply codes for an unknown mailbox (RFC 5321). */
const UNKNOWN = new Set([550, 551, 553]);

/** The remedy for a failed attempt, which is the last one or is followed by another. */
export function adviceFor({ status, error }: Outcome, isLast: boolean): string {
  const t = words(sentTexts);
  const isRefused = error === 'status' && status !== null;
  if (isRefused && status >= 500) return UNKNOWN.has(status) ? t.adviceUnknown : t.advicePolicy;
  const cause = isRefused ? t.causeBusy : t.causeConnection;
  return `${cause} ${isLast ? t.adviceLater : t.adviceWait}`;
}
