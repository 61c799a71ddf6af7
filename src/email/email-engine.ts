import { Completions } from '../queue/completions.js';
import type { ClaimBounds } from '../queue/domain/claim-bounds.js';
import { type Completion, CompletionStore } from '../queue/domain/completion-store.js';
import type { Lease } from '../queue/domain/lease.js';
import type { DispatchLimits } from '../queue/dispatch-limits.js';
import { Dispatcher, type Queueing } from '../queue/dispatcher.js';
import { DueScan } from '../queue/due-scan.js';
import type { DueAttempts } from '../queue/due-scan.js';
import type { EmailReport } from './domain/email.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { EmailLeases } from './email-leases.js';
import { EmailSender, type EmailSenderParts } from './email-sender.js';
import { EmailAttemptRepository } from './email-attempt.repository.js';

/** A relay accepts few connections, and each render takes a thread. */
export const EMAIL_LIMITS: DispatchLimits = {
  inFlight: 20,
  inFlightPerPartner: 5,
  inFlightPerQueue: 5,
  // All emails go to the same relay, so no queue can hang while the others go on.
  keptForFirst: 0,
  waiting: 200,
  waitingPerQueue: 20,
  // Attachments are read when their email is sent, so only emails in flight take memory.
  bytes: 64 * 1_048_576,
};

/** One queue for each company. A company of several partners counts for the partner whose email came first. */
const BY_COMPANY: Queueing<PlannedEmail> = {
  queueOf: ({ companyId }) => companyId,
  sizeOf: ({ bytes }) => bytes,
};
/** How often leases are renewed. A lease lasts for one handover and a late renewal. */
const RENEW_EVERY_MS = 5_000;
/** Due times are rounded to the millisecond, so wake up one later. */
const CLOCK_ROUNDING_MS = 1;

export interface EmailEngineParts extends EmailSenderParts {
  readonly attempts: Pick<EmailAttemptRepository, 'claimDue' | 'renew'>;
  readonly completionStore: CompletionStore<PlannedEmail, EmailReport>;
  /** How long attempts in flight may take when the service stops, in milliseconds. */
  readonly stopWithinMs: number;
}

/**
 * Sends emails. Uses the same queue as deliveries, with its own stores. Emails have no lanes: every email waits in the
 * table from the start, and the process that commits one wakes its own scan.
 */
export class EmailEngine implements DueAttempts<PlannedEmail> {
  readonly retries: DueScan<PlannedEmail>;
  private readonly dispatcher: Dispatcher<PlannedEmail>;
  private readonly completions: Completions<PlannedEmail, EmailReport>;
  private readonly leases: EmailLeases;
  private readonly sender: EmailSender;

  constructor(private readonly parts: EmailEngineParts) {
    const { attempts, clock, completionStore, timeoutMs, warn } = parts;
    const leaseMs = timeoutMs + 2 * RENEW_EVERY_MS;
    this.leases = new EmailLeases(attempts, clock, leaseMs, RENEW_EVERY_MS, warn);
    this.dispatcher = new Dispatcher(EMAIL_LIMITS, BY_COMPANY, (attempt) => void this.send(attempt));
    this.completions = new Completions(completionStore, clock, (group) => this.written(group), warn);
    this.sender = new EmailSender(parts, this.completions, this.leases);
    this.retries = new DueScan(this, this.dispatcher, clock, leaseMs, warn);
  }

  start(): void {
    this.retries.start();
  }

  /** Starts no new attempt, gives back the waiting ones, and resolves when those in flight have ended and are written. */
  async drain(): Promise<void> {
    const claimed = this.retries.stop();
    this.giveBack();
    const cancelStop = this.parts.clock.after(this.parts.stopWithinMs, () => this.sender.stop());
    await Promise.all([claimed, this.dispatcher.idle()]);
    cancelStop();
    // The last claim may have added more.
    this.giveBack();
    await this.completions.drained();
    await this.parts.mailer.close();
  }

  /** Claims emails that are due. While the relay is away, only one at a time, to find out whether it is back. */
  async claim(lease: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedEmail[]> {
    const { waiting, inFlight } = this.dispatcher.load;
    const { isAway } = this.parts.mailer;
    if (isAway && waiting + inFlight > 0) return [];
    const total = isAway ? 1 : bounds.total;
    const claimed = await this.parts.attempts.claimDue(lease, leaseMs, { ...bounds, total });
    this.leases.keep(claimed);
    return claimed;
  }

  /** Nothing can make a waiting email pointless, so there is nothing to remove. */
  async sweep(): Promise<void> {}

  private giveBack(): void {
    for (const attempt of this.dispatcher.stop()) {
      this.completions.add({ attempt, decision: { kind: 'deferred', delayMs: 0 }, report: null });
    }
  }

  private async send(attempt: PlannedEmail): Promise<void> {
    const isRelayUp = await this.sender.send(attempt);
    this.dispatcher.finished(attempt, isRelayUp);
    if (this.dispatcher.hasAmpleRoomFor(attempt)) this.retries.madeRoom();
  }

  private written(group: readonly Completion<PlannedEmail, EmailReport>[]): void {
    for (const { attempt, decision } of group) {
      this.leases.release(attempt);
      if (decision.kind === 'retry' || decision.kind === 'deferred') {
        this.retries.wakeIn(decision.delayMs + CLOCK_ROUNDING_MS);
      }
    }
  }
}
