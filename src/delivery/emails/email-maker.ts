import { type DressedEmail, EmailLookService } from '../../email-template/email-look.service.js';
import { type Variables } from '../../rendering/domain/email-request.js';
import { variablesOf } from '../../rendering/emails/email-request.js';
import { Completions } from '../completion/completions.js';
import { type Completion } from '../domain/completion-store.js';
import { EngineClock } from '../domain/engine-clock.js';
import { type EmailResult, EngineObserver } from '../domain/engine-observer.js';
import { RetryPolicy } from '../domain/retry-policy.js';
import { type Ruling } from '../domain/ruling.js';
import { type EmailReport } from './domain/email.js';
import { EMAIL_HELD_MS, ruleOnEmail } from './domain/email-ruling.js';
import { type Letter, Mailer, type MailOutcome } from './domain/mailer.js';
import { type PlannedEmail } from './domain/planned-email.js';
import { type EmailContent, EmailContentRepository } from './email-content.repository.js';

/** What the maker stands on. */
export interface EmailMakerParts {
  readonly contents: Pick<EmailContentRepository, 'read'>;
  readonly looks: Pick<EmailLookService, 'dress'>;
  readonly mailer: Mailer;
  readonly policy: RetryPolicy;
  readonly clock: EngineClock;
  readonly observer: EngineObserver;
  readonly mailFrom: string;
  /** The deadline of handing one email over, in milliseconds. */
  readonly timeoutMs: number;
  readonly warn: (message: string) => void;
}

/** What reading, rendering and writing down may take beside the deadline: an email is not begun when less is left. */
export const LEASE_MARGIN_MS = 5_000;

type EmailCompletion = Completion<PlannedEmail, EmailReport>;

/** Makes one attempt when its turn has come: reads what is to be sent, gives it its look, hands it over. */
export class EmailMaker {
  /** Ends what is in flight, when the service must stop. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly parts: EmailMakerParts,
    private readonly completions: Completions<PlannedEmail, EmailReport>,
  ) {}

  /** Resolves, when the next may begin, with whether the way out is open: a refused email is none of its neighbours'. */
  async make(attempt: PlannedEmail): Promise<boolean> {
    const completion = await this.completionOf(attempt).catch((error: Error): EmailCompletion => {
      this.parts.warn(`Email ${attempt.id} is held: ${error.message}`);
      return { attempt, ruling: { kind: 'held', delayMs: EMAIL_HELD_MS }, report: null };
    });
    const result = RESULTS[completion.ruling.kind];
    if (result !== undefined) this.parts.observer.emailAttempted(result);
    if (completion.report?.fallback) this.parts.observer.emailFellBack();
    this.completions.add(completion);
    await this.completions.room;
    // One that was given back because its lease is short had no fault to meet.
    return completion.ruling.kind !== 'held' || completion.ruling.delayMs === 0;
  }

  /** Breaks off what is in flight; it is sent again under the same Message-ID. */
  stop(): void {
    this.stopping.abort();
  }

  private async completionOf(attempt: PlannedEmail): Promise<EmailCompletion> {
    const { clock, contents, looks, mailer, policy, timeoutMs } = this.parts;
    if (attempt.hold.expiresAt - clock.monotonic() < timeoutMs + LEASE_MARGIN_MS) return held(attempt, 0);
    const content = await contents.read(attempt);
    if (content === null) return { attempt, ruling: { kind: 'cancelled' }, report: null };
    const startedAt = new Date(clock.now());
    const variables = variablesOf(content.request, { ...content.facts, now: startedAt });
    const { companyId, partnerId } = attempt;
    const { kind, language } = content.request;
    const dressed = await looks.dress({ partnerId, companyId, kind, language, variables });
    const begunAt = clock.monotonic();
    // Whatever took so long: once the lease is over, another process may be sending it.
    const wouldOutlast = attempt.hold.expiresAt - begunAt < timeoutMs;
    if (wouldOutlast || this.stopping.signal.aborted) return held(attempt, 0);
    const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.stopping.signal]);
    const outcome = await mailer.send(this.letterOf(attempt, content, variables, dressed), deadline);
    const isThrough = outcome.kind === 'accepted' || outcome.kind === 'refused';
    if (!isThrough && this.stopping.signal.aborted) return held(attempt, 0);
    if (outcome.kind === 'local fault') return held(attempt, EMAIL_HELD_MS);
    const durationMs = clock.monotonic() - begunAt;
    return {
      attempt,
      ruling: ruleOnEmail(attempt, outcome, policy),
      report: { ...reportOf(outcome), startedAt, durationMs, ...shownOf(dressed) },
    };
  }

  private letterOf(
    { id }: PlannedEmail,
    { request, attachments }: EmailContent,
    variables: Variables,
    { html, text }: DressedEmail,
  ): Letter {
    const { mailFrom } = this.parts;
    const { company, subject, unsubscribeUrl } = variables;
    return {
      id,
      messageId: `<${id}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`,
      from: { name: nameOf(company), address: mailFrom },
      to: request.to,
      subject: String(subject),
      html,
      text,
      attachments,
      unsubscribeUrl: isSecure(unsubscribeUrl) ? unsubscribeUrl : null,
    };
  }
}

const RESULTS: Partial<Record<Ruling['kind'], EmailResult>> = {
  succeeded: 'sent',
  retry: 'retry',
  failed: 'failed',
  held: 'held',
};

function held(attempt: PlannedEmail, delayMs: number): EmailCompletion {
  return { attempt, ruling: { kind: 'held', delayMs }, report: null };
}

function reportOf(outcome: Exclude<MailOutcome, { kind: 'local fault' }>) {
  if (outcome.kind === 'broken') return { status: null, error: outcome.error, answer: outcome.reason };
  const { status, answer } = outcome;
  return { status, error: outcome.kind === 'refused' ? ('status' as const) : null, answer };
}

function shownOf({ templateId, fallback }: DressedEmail) {
  return { templateId, fallback };
}

/** The sender's name is the company's, where it has one. */
function nameOf(company: unknown): string | null {
  if (typeof company !== 'object' || company === null || !('name' in company)) return null;
  return typeof company.name === 'string' ? company.name.slice(0, 200) : null;
}

function isSecure(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
}
