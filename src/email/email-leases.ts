import { EngineClock } from '../queue/domain/engine-clock.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { EmailAttemptRepository } from './email-attempt.repository.js';

/**
 * Renews the leases of this process's emails for as long as they wait for a render thread or the relay. So a lease can be
 * short: it ends soon after its process dies, and never because a render takes long.
 */
export class EmailLeases {
  private readonly emails = new Set<PlannedEmail>();
  private cancelTimer: (() => void) | null = null;

  /**
   * @param leaseMs how long a lease lasts after it was claimed or renewed
   * @param everyMs how often leases are renewed
   */
  constructor(
    private readonly attempts: Pick<EmailAttemptRepository, 'renew'>,
    private readonly clock: EngineClock,
    private readonly leaseMs: number,
    private readonly everyMs: number,
    private readonly warn: (message: string) => void,
  ) {}

  /** Keeps the leases of these emails until they are released, or another process has claimed them. */
  keep(emails: readonly PlannedEmail[]): void {
    for (const email of emails) this.emails.add(email);
    this.renewLater();
  }

  release(email: PlannedEmail): void {
    this.emails.delete(email);
  }

  /** Call it when every email is released: the timer would keep the process. */
  stop(): void {
    this.cancelTimer?.();
  }

  /** True when the lease lasts that long, renewing it if necessary; false when another process may have the email. */
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
      // It has ended, or another process has claimed it: this process must not send it any more.
      else this.release(email);
    }
  }
}
