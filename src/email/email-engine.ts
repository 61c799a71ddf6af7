import { Injectable, Logger } from '@nestjs/common';
import { Completions } from '../queue/completions.js';
import type { DispatchLimits } from '../queue/dispatch-limits.js';
import { Dispatcher } from '../queue/dispatcher.js';
import type { Queueing } from '../queue/queueing.js';
import type { ClaimBounds } from '../queue/domain/claim-bounds.js';
import type { Completion } from '../queue/domain/completion-store.js';
import type { Lease } from '../queue/domain/lease.js';
import { RetryPolicy } from '../queue/domain/retry-policy.js';
import { type DueAttempts, DueScan } from '../queue/due-scan.js';
import { SystemClock } from '../queue/system-clock.js';
import { Settings } from '../shared/settings.js';
import { EmailComposer } from './composing/email-composer.js';
import type { EmailReport } from './domain/email.js';
import { Mailer } from './domain/mailer.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { EmailAttemptRepository } from './email-attempt.repository.js';
import { EmailCompletionRepository } from './email-completion.repository.js';
import { EmailEndRepository } from './email-end.repository.js';
import { EmailLeases } from './email-leases.js';
import { EmailSender } from './email-sender.js';
import { EmailMetrics } from './observation/email.metrics.js';
import { RecipientDomains } from './recipient-domains/recipient-domains.js';

/** Few, because a relay accepts few connections and each render takes a thread. */
export const EMAIL_LIMITS: DispatchLimits = {
  inFlight: 20,
  // Half: enough for a single backlog despite round trips, and others always find room.
  inFlightPerPartner: 10,
  inFlightPerQueue: 10,
  // A company's emails go to many domains, each with its own limits.
  keptForFirst: 0,
  waiting: 200,
  waitingPerQueue: 20,
  // Attachments are read when an email is sent, so only emails in flight take memory.
  bytes: 64 * 1_048_576,
};

/**
 * One queue per company. If a company has several partners, its queue belongs to the partner whose email came first.
 */
const BY_COMPANY: Queueing<PlannedEmail> = {
  queueOf: ({ companyId }) => companyId,
  sizeOf: ({ bytes }) => bytes,
};
/** How often leases are renewed. A lease lasts for one handover plus one late renewal. */
const RENEW_EVERY_MS = 5_000;
/** Due times are rounded to the millisecond, so wake up one later. */
const CLOCK_ROUNDING_MS = 1;

/**
 * Sends emails, with the same queue as deliveries but its own stores. Emails have no lanes: every email waits in the
 * table from the start, and the process that commits one wakes its own scan.
 */
@Injectable()
export class EmailEngine implements DueAttempts<PlannedEmail> {
  readonly retries: DueScan<PlannedEmail>;
  private readonly dispatcher: Dispatcher<PlannedEmail>;
  private readonly completions: Completions<PlannedEmail, EmailReport>;
  private readonly leases: EmailLeases;
  private readonly sender: EmailSender;
  private readonly domains: RecipientDomains;

  private readonly clock = new SystemClock();
  /** How long attempts in flight may take when the service stops. */
  private readonly stopWithinMs: number;

  constructor(
    private readonly attempts: EmailAttemptRepository,
    private readonly mailer: Mailer,
    completionStore: EmailCompletionRepository,
    composer: EmailComposer,
    ends: EmailEndRepository,
    private readonly observer: EmailMetrics,
    { emailRetryScheduleMs, emailDomainLimits, smtpTimeoutMs: timeoutMs, webhookTimeoutMs }: Settings,
  ) {
    const { clock } = this;
    const log = new Logger('Emails');
    const warn = (message: string): void => log.warn(message);
    const policy = new RetryPolicy(emailRetryScheduleMs, Math.random);
    this.stopWithinMs = webhookTimeoutMs;
    const leaseMs = timeoutMs + 2 * RENEW_EVERY_MS;
    this.leases = new EmailLeases(attempts, clock, leaseMs, RENEW_EVERY_MS, warn);
    this.dispatcher = new Dispatcher(EMAIL_LIMITS, BY_COMPANY, (attempt) => void this.send(attempt));
    this.domains = new RecipientDomains(
      emailDomainLimits,
      EMAIL_LIMITS.inFlight,
      clock,
      (attempt) => this.goOn(attempt),
      () => this.retries.wakeIn(0),
      warn,
    );
    this.completions = new Completions(
      completionStore,
      clock,
      (group) => this.written(group),
      warn,
      ({ decision }) => decision.kind === 'succeeded',
    );
    this.sender = new EmailSender(
      { composer, ends, mailer, policy, clock, observer, timeoutMs, warn },
      this.completions,
      this.leases,
    );
    this.retries = new DueScan(this, this.dispatcher, clock, leaseMs, warn);
  }

  /** Emails that wait for a turn of their recipient's domain, and domains that are slowed down. */
  get domainLoad(): RecipientDomains['load'] {
    return this.domains.load;
  }

  start(): void {
    this.retries.start();
  }

  /**
   * Call it when a partner is paused: returns the partner's waiting emails to the table, where no process claims them.
   */
  partnerPaused(partnerId: number): void {
    for (const attempt of this.dispatcher.takeBack((email) => email.partnerId === partnerId))
      this.defer(attempt, 0);
  }

  /**
   * Stops claiming, returns waiting emails to the table, and resolves when those in flight are completed and written.
   */
  async drain(): Promise<void> {
    const claimed = this.retries.stop();
    this.returnWaiting();
    const cancelStop = this.clock.after(this.stopWithinMs, () => this.sender.stop());
    await Promise.all([claimed, this.dispatcher.idle()]);
    cancelStop();
    // The last claim may have added more.
    this.returnWaiting();
    await this.completions.drained();
    this.leases.stop();
    await this.mailer.close();
  }

  /** Claims due emails. While the relay is unavailable, only one at a time, to probe it. */
  async claim(lease: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedEmail[]> {
    const { waiting, inFlight } = this.dispatcher.load;
    const { isAway } = this.mailer;
    if (isAway && waiting + inFlight + this.domains.load.waiting > 0) return [];
    const total = isAway ? 1 : bounds.total;
    const exceptFor = [...bounds.exceptFor, ...this.domains.crowdedCompanies()];
    const claimed = await this.attempts.claimDue(lease, leaseMs, { ...bounds, total, exceptFor });
    this.leases.keep(claimed);
    return claimed;
  }

  /** Does nothing: no waiting email can become obsolete. */
  async sweep(): Promise<void> {}

  private returnWaiting(): void {
    for (const attempt of [...this.dispatcher.stop(), ...this.domains.stop()]) this.defer(attempt, 0);
  }

  private async send(attempt: PlannedEmail): Promise<void> {
    const admission = this.domains.admit(attempt);
    if (admission.kind === 'begins') {
      const { isRelayUp, handover } = await this.sender.send(attempt);
      this.dispatcher.finished(attempt, isRelayUp);
      this.domains.ended(attempt, handover);
    } else {
      if (admission.kind === 'deferred') {
        this.observer.deferredByDomain();
        this.defer(attempt, admission.delayMs);
        await this.completions.room;
      }
      this.dispatcher.finished(attempt, null);
    }
    if (this.dispatcher.hasAmpleRoomFor(attempt)) this.retries.madeRoom();
  }

  /** The recipient's domain has room for an email that was set aside. Next, it waits for its company's turn. */
  private goOn(attempt: PlannedEmail): void {
    attempt.state = 'waiting';
    this.dispatcher.add(attempt);
  }

  private defer(attempt: PlannedEmail, delayMs: number): void {
    this.completions.add({ attempt, decision: { kind: 'deferred', delayMs }, report: null });
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
