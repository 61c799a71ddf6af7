import { setMaxListeners } from 'node:events';
import { Completions } from '../queue/completions.js';
import type { Completion } from '../queue/domain/completion-store.js';
import type { Decision } from '../queue/domain/decision.js';
import { EngineClock } from '../queue/domain/engine-clock.js';
import { RetryPolicy } from '../queue/domain/retry-policy.js';
import { withDeadline } from '../shared/deadline.js';
import { ShuttingDown } from '../shared/domain/errors.js';
import { EmailComposer } from './composing/email-composer.js';
import { compressContent } from './composing/content-compression.js';
import { decideOnEmail, EMAIL_DEFERRED_MS } from './domain/email-decision.js';
import { type Handover, handoverOf } from './domain/handover.js';
import { EmailObserver, type EmailResult } from './domain/email-observer.js';
import type { EmailReport } from './domain/email.js';
import { Mailer, type MailMessage, type MailOutcome } from './domain/mailer.js';
import type { PlannedEmail } from './domain/planned-email.js';
import type { SentFrom } from './domain/sent-content.js';
import { EmailEndRepository } from './email-end.repository.js';
import { EmailLeases } from './email-leases.js';

/** The collaborators of EmailSender. */
export interface EmailSenderParts {
  readonly composer: Pick<EmailComposer, 'compose'>;
  readonly ends: Pick<EmailEndRepository, 'suppressed'>;
  readonly mailer: Mailer;
  readonly policy: RetryPolicy;
  readonly clock: EngineClock;
  readonly observer: EmailObserver;
  /** The time limit for handing over one email. */
  readonly timeoutMs: number;
  readonly warn: (message: string) => void;
}

type EmailCompletion = Completion<PlannedEmail, EmailReport>;

/** What an attempt means for the attempts that follow. */
export interface EmailEffect {
  /** False if the email was deferred by a fault that would affect other emails too. */
  readonly isRelayUp: boolean;
  /** Null if the attempt says nothing about the recipient's domain. */
  readonly handover: Handover | null;
}

interface EmailAttempt {
  readonly completion: EmailCompletion;
  readonly handover: Handover | null;
}

/** Attempts emails: composes each, hands it to the mailer, decides what follows, and reports it. */
export class EmailSender {
  /** Aborts attempts in flight when the service stops. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly parts: EmailSenderParts,
    private readonly completions: Completions<PlannedEmail, EmailReport>,
    private readonly leases: EmailLeases,
  ) {
    // Each email in flight listens to it.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Resolves when the next attempt may begin. */
  async send(attempt: PlannedEmail): Promise<EmailEffect> {
    const { completion, handover } = await this.make(attempt).catch((error: Error): EmailAttempt => {
      this.parts.warn(`Email ${attempt.id} is deferred: ${error.message}`);
      // If this process is stopping, make the email due at once for another.
      return deferred(attempt, error instanceof ShuttingDown ? 0 : EMAIL_DEFERRED_MS);
    });
    const result = RESULTS[completion.decision.kind];
    if (result !== undefined) this.parts.observer.attempted(result);
    if (completion.report?.fallback) this.parts.observer.fellBack();
    this.completions.add(completion);
    await this.completions.room;
    const { decision } = completion;
    // A delay of 0 means that the process is stopping, not that the relay is down.
    return { isRelayUp: decision.kind !== 'deferred' || decision.delayMs === 0, handover };
  }

  /** Aborts attempts in flight. Their emails are sent again, with the same Message-ID. */
  stop(): void {
    this.stopping.abort();
  }

  private async make(attempt: PlannedEmail): Promise<EmailAttempt> {
    const { clock, composer, ends, mailer, policy, timeoutMs } = this.parts;
    if (!(await this.leases.lastFor(attempt, timeoutMs))) return deferred(attempt, 0);
    const startedAt = new Date(clock.now());
    const composed = await composer.compose(attempt, startedAt);
    if (composed === null) return cancelled(attempt);
    if (composed === 'suppressed') {
      await ends.suppressed(attempt);
      this.parts.observer.attempted('suppressed');
      return cancelled(attempt);
    }
    const { message, templateId, fallback, isKept } = composed;
    // Compress before sending: a fault afterwards would send the email twice.
    const content = isKept ? null : await compressContent(message, templateId);
    // Without the lease, another process may be sending the email.
    const isOurs = await this.leases.lastFor(attempt, timeoutMs);
    if (!isOurs || this.stopping.signal.aborted) return deferred(attempt, 0);
    const begunAt = clock.monotonic();
    const outcome = await withDeadline(timeoutMs, [this.stopping.signal], (deadline) =>
      mailer.send(message, deadline),
    );
    const isAnswered = outcome.kind === 'accepted' || outcome.kind === 'refused';
    if (!isAnswered && this.stopping.signal.aborted) return deferred(attempt, 0);
    if (outcome.kind === 'local fault') return deferred(attempt, EMAIL_DEFERRED_MS);
    const durationMs = clock.monotonic() - begunAt;
    const decision = decideOnEmail(attempt, outcome, policy);
    const sent = { head: outcome.head, sender: sentFrom(message) };
    const report = { ...reportOf(outcome), startedAt, durationMs, templateId, fallback, content, sent };
    return { completion: { attempt, decision, report }, handover: handoverOf(outcome, durationMs) };
  }
}

const RESULTS: Partial<Record<Decision['kind'], EmailResult>> = {
  succeeded: 'sent',
  retry: 'retry',
  failed: 'failed',
  deferred: 'deferred',
};

function sentFrom({ from, dkim }: MailMessage): SentFrom {
  const key = dkim === null ? null : { domain: dkim.domain, selector: dkim.selector };
  return { address: from.address, dkim: key };
}

function deferred(attempt: PlannedEmail, delayMs: number): EmailAttempt {
  return {
    completion: { attempt, decision: { kind: 'deferred', delayMs }, report: null },
    handover: null,
  };
}

function cancelled(attempt: PlannedEmail): EmailAttempt {
  return { completion: { attempt, decision: { kind: 'cancelled' }, report: null }, handover: null };
}

function reportOf(outcome: Exclude<MailOutcome, { kind: 'local fault' }>) {
  if (outcome.kind === 'broken') return { status: null, error: outcome.error, answer: outcome.reason };
  const { status, answer } = outcome;
  return { status, error: outcome.kind === 'refused' ? ('status' as const) : null, answer };
}
