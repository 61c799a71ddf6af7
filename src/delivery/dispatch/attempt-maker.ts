import { signatureOf } from '../../webhook-subscription/domain/signing.js';
import { Completions } from '../completion/completions.js';
import { AttemptReport, Completion } from '../domain/completion-store.js';
import { EngineClock } from '../domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { Endpoint } from '../domain/listener-source.js';
import { errorOf, Outcome } from '../domain/outcome.js';
import { PlannedAttempt } from '../domain/planned-attempt.js';
import { RetryPolicy } from '../domain/retry-policy.js';
import { rule, Ruling } from '../domain/ruling.js';
import { Transport } from '../domain/transport.js';
import { ListenerCache } from '../intake/listener-cache.js';

/** An attempt is not begun when its lease would run out so soon after the deadline. */
const LEASE_MARGIN_MS = 5_000;
const UNREADABLE_SECRET_MS = 60_000;
/** Where it goes cannot be read: the database is away for a moment. */
const UNKNOWN_ENDPOINT_MS = 5_000;

/** Makes one attempt when its turn has come: signs, sends, and rules on the outcome. */
export class AttemptMaker {
  constructor(
    private readonly transport: Transport,
    private readonly listeners: ListenerCache,
    private readonly completions: Completions,
    private readonly policy: RetryPolicy,
    private readonly clock: EngineClock,
    private readonly timeoutMs: number,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {}

  /** Resolves, when the next may begin, with whether the receiver answered validly. Never rejects. */
  async make(attempt: PlannedAttempt): Promise<boolean> {
    const completion = await this.completionOf(attempt).catch((error: Error) =>
      this.held(attempt, error.message, UNKNOWN_ENDPOINT_MS),
    );
    this.completions.add(completion);
    await this.completions.room;
    return completion.ruling.kind === 'succeeded';
  }

  private async completionOf(attempt: PlannedAttempt): Promise<Completion> {
    if (!this.lastsLongEnough(attempt))
      return { attempt, ruling: { kind: 'held', delayMs: 0 }, report: null };
    const lookup = await this.listeners.endpointOf(attempt);
    if (lookup.kind === 'gone') return { attempt, ruling: { kind: 'cancelled' }, report: null };
    if (lookup.kind === 'sealed') return this.held(attempt, lookup.reason, UNREADABLE_SECRET_MS);
    const startedAt = new Date(this.clock.now());
    const outcome = await this.transport.send(requestOf(attempt, lookup.endpoint, startedAt));
    const ruling = this.rulingOn(attempt, outcome);
    this.observer.attempted(attempt, startedAt, outcome, ruling);
    return {
      attempt,
      ruling,
      report: outcome.kind === 'local fault' ? null : reportOf(outcome, lookup.endpoint.url, startedAt),
    };
  }

  private held(attempt: PlannedAttempt, reason: string, delayMs: number): Completion {
    this.observer.held(attempt, reason);
    return { attempt, ruling: { kind: 'held', delayMs }, report: null };
  }

  private rulingOn(attempt: PlannedAttempt, outcome: Outcome): Ruling {
    const ruling = rule(attempt, outcome, this.policy);
    // The subscription went away while the attempt was in flight: nothing follows from its failure.
    return attempt.state === 'withdrawn' && ruling.kind !== 'succeeded' ? { kind: 'cancelled' } : ruling;
  }

  private lastsLongEnough({ hold }: PlannedAttempt): boolean {
    return hold.kind === 'lane' || hold.expiresAt - this.clock.monotonic() > this.timeoutMs + LEASE_MARGIN_MS;
  }
}

function requestOf(attempt: PlannedAttempt, endpoint: Endpoint, startedAt: Date) {
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  return {
    url: endpoint.url,
    headers: {
      ...endpoint.headers,
      'content-type': 'application/json',
      'webhook-id': attempt.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(endpoint.signingSecrets, attempt.id, timestamp, attempt.body),
    },
    body: attempt.body,
  };
}

function reportOf(
  outcome: Exclude<Outcome, { kind: 'local fault' }>,
  url: string,
  startedAt: Date,
): AttemptReport {
  const answered = outcome.kind === 'answered' ? outcome : null;
  return {
    url,
    startedAt,
    durationMs: outcome.durationMs,
    status: answered?.status ?? null,
    error: errorOf(outcome),
    answer: answered?.body ?? null,
    answerTruncated: answered?.truncated ?? false,
  };
}
