import { signatureOf, validSecrets } from '../../webhook-subscription/domain/signing.js';
import { Completions } from '../../queue/completions.js';
import type { AttemptReport, DeliveryCompletion } from '../domain/delivery-completion.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import type { Endpoint } from '../../webhook-subscription/domain/endpoint.js';
import { errorOf, type Outcome } from '../domain/outcome.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { decide } from '../domain/delivery-state.js';
import type { Decision } from '../../queue/domain/decision.js';
import { type OutboundRequest, Transport } from '../domain/transport.js';
import { SubscriptionCache } from '../matching/subscription-cache.js';

/** An attempt starts only if its lease lasts this long beyond the deadline. */
const LEASE_MARGIN_MS = 5_000;
const UNREADABLE_SECRET_MS = 60_000;
/** How long an attempt is deferred if the database does not answer, so that its endpoint is unknown. */
const UNKNOWN_ENDPOINT_MS = 5_000;

/** The decision for an attempt that did not start: it is due again at once. */
const RETURNED: Decision = { kind: 'deferred', delayMs: 0 };

/** Makes one attempt: signs it, sends it, and decides what follows from the outcome. */
export class AttemptExecutor {
  constructor(
    private readonly transport: Transport,
    private readonly subscriptionCache: SubscriptionCache,
    private readonly completions: Completions<PlannedAttempt, AttemptReport>,
    private readonly policy: RetryPolicy,
    private readonly clock: EngineClock,
    private readonly timeoutMs: number,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {}

  /**
   * Resolves once the next attempt may start: with whether the receiver answered validly, or with null if the attempt
   * was returned to the table without being sent. Never rejects.
   */
  async make(attempt: PlannedAttempt): Promise<boolean | null> {
    const completion = await this.completionOf(attempt).catch((error: Error) =>
      this.deferred(attempt, error.message, UNKNOWN_ENDPOINT_MS),
    );
    this.completions.add(completion);
    await this.completions.room;
    return completion.decision === RETURNED ? null : completion.decision.kind === 'succeeded';
  }

  private async completionOf(attempt: PlannedAttempt): Promise<DeliveryCompletion> {
    if (!this.lastsLongEnough(attempt)) return { attempt, decision: RETURNED, report: null };
    const lookup = await this.subscriptionCache.endpointOf(attempt);
    if (lookup.kind === 'gone') return { attempt, decision: { kind: 'cancelled' }, report: null };
    if (lookup.kind === 'sealed') return this.deferred(attempt, lookup.reason, UNREADABLE_SECRET_MS);
    if (!this.isPermitted(attempt, lookup.endpoint)) return { attempt, decision: RETURNED, report: null };
    const startedAt = new Date(this.clock.now());
    const outcome = await this.transport.send(requestOf(attempt, lookup.endpoint, startedAt));
    const decision = this.decisionOn(attempt, outcome);
    this.observer.attempted(attempt, startedAt, outcome, decision);
    return {
      attempt,
      decision,
      report: outcome.kind === 'local fault' ? null : reportOf(outcome, lookup.endpoint.url, startedAt),
    };
  }

  private deferred(attempt: PlannedAttempt, reason: string, delayMs: number): DeliveryCompletion {
    this.observer.deferred(attempt, reason);
    return { attempt, decision: { kind: 'deferred', delayMs }, report: null };
  }

  private decisionOn(attempt: PlannedAttempt, outcome: Outcome): Decision {
    const decision = decide(attempt, outcome, this.policy);
    // If the subscription was deleted while the attempt was in flight, ignore a failure.
    return attempt.state === 'withdrawn' && decision.kind !== 'succeeded' ? { kind: 'cancelled' } : decision;
  }

  /** An attempt whose permit has expired, or that is older than the limit, needs a new permit. */
  private isPermitted({ permittedUntil = 0 }: PlannedAttempt, { maxPerSecond }: Endpoint): boolean {
    return maxPerSecond === null || this.clock.monotonic() <= permittedUntil;
  }

  private lastsLongEnough({ ownership }: PlannedAttempt): boolean {
    return (
      ownership.kind === 'lane' ||
      ownership.expiresAt - this.clock.monotonic() > this.timeoutMs + LEASE_MARGIN_MS
    );
  }
}

function requestOf(attempt: PlannedAttempt, endpoint: Endpoint, startedAt: Date): OutboundRequest {
  const secrets = validSecrets(endpoint.signingSecrets, startedAt);
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  return {
    partnerId: attempt.partnerId,
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': attempt.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, attempt.id, timestamp, attempt.body),
      ...(attempt.isTest && { 'livery-test': 'true' }),
    },
    body: attempt.body,
    ...(endpoint.auth && { auth: { ...endpoint.auth, id: attempt.id, timestamp } }),
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
