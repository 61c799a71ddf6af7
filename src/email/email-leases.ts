import { EngineClock } from '../queue/domain/engine-clock.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { EmailAttemptRepository } from './email-attempt.repository.js';

/**
 * Renews the leases of emails while they wait for a render thread or the relay. Leases can therefore be short: they end
 * soon after a process dies, and never because a render takes long.
 */
export class EmailLeases {
  private readonly emails = new Set<PlannedEmail>();
  private cancelTimer: (() => void) | null = null;

  /**
   * @param leaseMs how long a lease lasts from its claim or renewal
   * @param everyMs how often leases are renewed
   */
  constructor(
    private readonly attempts: Pick<EmailAttemptRepository, 'renew'>,
    private readonly clock: EngineClock,
    private readonly leaseMs: number,
    private readonly everyMs: number,
    private readonly warn: (message: string) => void,
  ) {}

  /** Renews the leases of these emails until they are released or another process has claimed them. */
  keep(emails: readonly PlannedEmail[]): void {
    for (const email of emails) this.emails.add(email);
    this.renewLater();
  }

  release(email: PlannedEmail): void {
    this.emails.delete(email);
  }

  /** Stops the timer, which would keep the process alive. Call it when every email is released. */
  stop(): void {
    this.cancelTimer?.();
  }

  /**
   * Makes sure that the lease lasts this long, renewing it if necessary. False if another process may have the email.
   */
  async lastFor(email: PlannedEmail, milliseconds: number): Promise<boolean> {
    const isLongEnough = () => this.leftOf(email) >= milliseconds;
    if (!isLongEnough()) await this.renew([email]);
    return isLongEnough();
  }

  private leftOf({ ownership }: PlannedEmail): number {
    return ownership.expiresAt - this.clock.monotonic();
  }

  private renewLater(): void {
    if (this.cancelTimer !== null || this.emails.size === 0) return;
    this.cancelTimer = this.clock.after(this.everyMs, () => void this.renewDue());
  }

  private async renewDue(): Promise<void> {
    const due = [...this.emails].filter((email) => this.leftOf(email) <= this.leaseMs - this.everyMs);
    await this.renew(due).catch((error: Error) =>
      this.warn(`Could not renew the leases of emails: ${error.message}`),
    );
    this.cancelTimer = null;
    this.renewLater();
  }

  private async renew(emails: readonly PlannedEmail[]): Promise<void> {
    if (emails.length === 0) return;
    const expiresAt = this.clock.monotonic() + this.leaseMs;
    const renewed = new Set(await this.attempts.renew(emails, this.leaseMs));
    for (const email of emails) {
      if (renewed.has(email)) email.ownership = { ...email.ownership, expiresAt };
      // The lease has ended, or another process has claimed the email: this process must not send it.
      else this.release(email);
    }
  }
}
