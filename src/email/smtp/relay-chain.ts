import { performance } from 'node:perf_hooks';
import { type MailMessage, Mailer, type MailOutcome } from '../domain/mailer.js';

/** How long a relay with a local fault is tried last. */
const RESTS_MS = 15_000;

/**
 * Sends emails through the first available of several relays. Tries the next one only after a local fault, so the
 * answer of a relay that refuses an email, or may have accepted it, is final.
 */
export class RelayChain extends Mailer {
  private readonly restsUntil = new Map<Mailer, number>();

  /** @param relays at least one, in order of priority */
  constructor(private readonly relays: readonly Mailer[]) {
    super();
  }

  override get isAway(): boolean {
    return this.relays.every((relay) => relay.isAway);
  }

  override async send(message: MailMessage, deadline: AbortSignal): Promise<MailOutcome> {
    let outcome: MailOutcome = { kind: 'local fault', reason: 'There is no relay.' };
    for (const relay of this.inOrder()) {
      outcome = await relay.send(message, deadline);
      if (outcome.kind !== 'local fault') {
        this.restsUntil.delete(relay);
        return outcome;
      }
      this.restsUntil.set(relay, performance.now() + RESTS_MS);
      if (deadline.aborted) return outcome;
    }
    return outcome;
  }

  override async close(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.close()));
  }

  /** Relays that rest come last rather than not at all. */
  private inOrder(): Mailer[] {
    const now = performance.now();
    const isResting = (relay: Mailer) => (this.restsUntil.get(relay) ?? 0) > now;
    return [...this.relays.filter((relay) => !isResting(relay)), ...this.relays.filter(isResting)];
  }
}
