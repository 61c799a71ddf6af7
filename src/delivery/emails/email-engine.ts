import { Completions } from '../completion/completions.js';
import { type ClaimBounds } from '../domain/attempt-store.js';
import { type Completion, CompletionStore } from '../domain/completion-store.js';
import { type Lease } from '../domain/planned-attempt.js';
import { type DispatchLimits } from '../dispatch/dispatch-limits.js';
import { Dispatcher, type Queueing } from '../dispatch/dispatcher.js';
import { type DueAttempts, RetryService } from '../retry/retry.service.js';
import { type EmailReport } from './domain/email.js';
import { type PlannedEmail } from './domain/planned-email.js';
import { EmailMaker, type EmailMakerParts, LEASE_MARGIN_MS } from './email-maker.js';
import { EmailWaitingRepository } from './email-waiting.repository.js';

/** A relay is not a web server: it wants few connections, and a render takes a thread. */
export const EMAIL_LIMITS: DispatchLimits = {
  inFlight: 20,
  inFlightPerPartner: 5,
  inFlightPerQueue: 5,
  // All emails go to one relay: none of the queues hangs while the others go on.
  keptForFirst: 0,
  waiting: 200,
  waitingPerQueue: 20,
  // Of attachments, which are read when their email is sent: at most what is in flight takes memory.
  bytes: 64 * 1_048_576,
};

/** Emails wait by company. One that several partners share counts for the partner whose email came first. */
const BY_COMPANY: Queueing<PlannedEmail> = {
  queueOf: ({ companyId }) => companyId,
  sizeOf: ({ bytes }) => bytes,
};
/** Due times are rounded to the millisecond; waking a moment later finds them due. */
const CLOCK_ROUNDING_MS = 1;

export interface EmailEngineParts extends EmailMakerParts {
  readonly waiting: Pick<EmailWaitingRepository, 'claimDue'>;
  readonly completionStore: CompletionStore<PlannedEmail, EmailReport>;
  /** How long what is in flight may take when the service stops, in milliseconds. */
  readonly stopWithinMs: number;
}

/**
 * The engine of emails: the parts that deliver webhooks, on stores of its own. It knows no lanes: every email waits in
 * the table from the start, and whoever has committed one wakes the scan of its own process.
 */
export class EmailEngine implements DueAttempts<PlannedEmail> {
  readonly retries: RetryService<PlannedEmail>;
  private readonly dispatcher: Dispatcher<PlannedEmail>;
  private readonly completions: Completions<PlannedEmail, EmailReport>;
  private readonly maker: EmailMaker;

  constructor(private readonly parts: EmailEngineParts) {
    const { clock, completionStore, timeoutMs, warn } = parts;
    this.dispatcher = new Dispatcher(EMAIL_LIMITS, BY_COMPANY, (attempt) => void this.make(attempt));
    this.completions = new Completions(completionStore, clock, (group) => this.written(group), warn);
    this.maker = new EmailMaker(parts, this.completions);
    // A claimed email may wait as long as it may take.
    this.retries = new RetryService(this, this.dispatcher, clock, 2 * timeoutMs + 2 * LEASE_MARGIN_MS, warn);
  }

  start(): void {
    this.retries.start();
  }

  /** Begins nothing new, gives back what waits, and resolves when what is in flight has ended and is written. */
  async drain(): Promise<void> {
    const claimed = this.retries.stop();
    this.giveBack();
    const breakOff = this.parts.clock.after(this.parts.stopWithinMs, () => this.maker.stop());
    await Promise.all([claimed, this.dispatcher.idle()]);
    breakOff();
    // A claim that was under way has brought more.
    this.giveBack();
    await this.completions.drained();
    await this.parts.mailer.close();
  }

  /** Claims what is due. While the relay is away, one email at a time finds out whether it is back. */
  async claim(lease: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedEmail[]> {
    if (!this.parts.mailer.isAway) return this.parts.waiting.claimDue(lease, leaseMs, bounds);
    const { waiting, inFlight } = this.dispatcher.held;
    if (waiting + inFlight > 0) return [];
    return this.parts.waiting.claimDue(lease, leaseMs, { ...bounds, total: 1 });
  }

  /** An email waits for nothing that could go away. */
  async sweep(): Promise<void> {}

  private giveBack(): void {
    for (const attempt of this.dispatcher.stop()) {
      this.completions.add({ attempt, ruling: { kind: 'held', delayMs: 0 }, report: null });
    }
  }

  private async make(attempt: PlannedEmail): Promise<void> {
    const isWayOpen = await this.maker.make(attempt);
    this.dispatcher.finished(attempt, isWayOpen);
    if (this.dispatcher.hasAmpleRoomFor(attempt)) this.retries.madeRoom();
  }

  private written(group: readonly Completion<PlannedEmail, EmailReport>[]): void {
    for (const { ruling } of group) {
      if (ruling.kind === 'retry' || ruling.kind === 'held') {
        this.retries.wakeIn(ruling.delayMs + CLOCK_ROUNDING_MS);
      }
    }
  }
}
