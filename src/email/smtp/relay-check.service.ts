import type { SmtpRelay } from '../../shared/domain/smtp-url.js';
import { relayTrust } from './relay-trust.js';
import { SmtpFailure } from './smtp-failure.js';
import { SmtpSession } from './smtp-session.js';

/** The result. It omits the relay's reply to a failed sign-in, which might repeat the credentials. */
export type RelayCheck =
  | { readonly kind: 'ready'; readonly isEncrypted: boolean }
  | { readonly kind: 'sign-in failed'; readonly status: number | null }
  | { readonly kind: 'not trusted' | 'not reached'; readonly reason: string };

/** Checks relays by opening a session exactly as for an email, without sending anything. */
export class RelayCheckService {
  /** @param ca PEM of additional trusted certificates */
  constructor(
    private readonly relay: SmtpRelay,
    private readonly ca: string | null,
  ) {}

  async run(deadline: AbortSignal): Promise<RelayCheck> {
    try {
      const session = await SmtpSession.open(this.relay, relayTrust(this.ca), deadline);
      const { isEncrypted } = session;
      await session.quit();
      return { kind: 'ready', isEncrypted };
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error;
      const { step, status, answer: reason } = error;
      if (step === 'sign in') return { kind: 'sign-in failed', status };
      return { kind: error.error === 'tls' ? 'not trusted' : 'not reached', reason };
    }
  }
}
