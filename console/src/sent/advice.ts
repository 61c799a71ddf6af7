import { words } from '../i18n/words';
import type { Outcome } from '../outcomes/outcomes';
import { sentTexts } from './words';

/** SMTP reply codes for an unknown mailbox (RFC 5321). */
const UNKNOWN = new Set([550, 551, 553]);

/** The remedy for a failed attempt. */
export function adviceFor({ status, error }: Outcome): string {
  const t = words(sentTexts);
  if (error !== 'status' || status === null) return t.adviceConnection;
  if (status < 500) return t.adviceFull;
  return UNKNOWN.has(status) ? t.adviceUnknown : t.advicePolicy;
}
