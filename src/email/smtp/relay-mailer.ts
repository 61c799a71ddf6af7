import type { Settings } from '../../shared/settings.js';
import type { Mailer } from '../domain/mailer.js';
import { RelayChain } from './relay-chain.js';
import { SmtpMailer } from './smtp-mailer.js';

/** The mailer for the relays of SMTP_URL. Each relay gets an equal share of the time to connect. */
export function relayMailer(
  { smtpRelays, smtpCa, smtpTimeoutMs }: Pick<Settings, 'smtpRelays' | 'smtpCa' | 'smtpTimeoutMs'>,
  warn: (message: string) => void,
): Mailer {
  const connectWithinMs = Math.floor(smtpTimeoutMs / smtpRelays.length);
  const relays = smtpRelays.map((relay) => {
    const name = smtpRelays.length === 1 ? '' : `${relay.host}:${relay.port}: `;
    return new SmtpMailer(relay, smtpCa, connectWithinMs, (message) => warn(name + message));
  });
  const [first] = relays;
  return first !== undefined && relays.length === 1 ? first : new RelayChain(relays);
}
