import { Injectable } from '@nestjs/common';
import type { DocumentEvent } from '../../event/domain/event.js';
import { Log } from '../../shared/logging/log.js';
import type { ClaimedAttempt } from '../domain/attempt-store.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { type DeliveryKey, deliveryId } from '../domain/delivery-key.js';
import { EngineObserver } from '../domain/engine-observer.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import { errorOf, type Outcome } from '../domain/outcome.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import type { Decision } from '../../queue/domain/decision.js';
import { DeliveryMetrics } from './delivery.metrics.js';

/** The status of a delivery after each decision that ends it. */
const ENDS: Partial<Record<Decision['kind'], string>> = {
  succeeded: 'succeeded',
  exhausted: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Counts what the engine reports, and logs what may need an operator's attention. */
@Injectable()
export class ServiceObserver extends EngineObserver {
  constructor(
    private readonly metrics: DeliveryMetrics,
    private readonly log: Log,
  ) {
    super();
  }

  override accepted({ type }: DocumentEvent, deliveries: number): void {
    this.metrics.events.inc({ type });
    this.metrics.plannedDeliveries.inc(deliveries);
  }

  override repeated(): void {
    this.metrics.repeatedEvents.inc();
  }

  override attempted(attempt: PlannedAttempt, startedAt: Date, outcome: Outcome, decision: Decision): void {
    const error = errorOf(outcome);
    const result = outcome.kind === 'local fault' ? 'deferred' : error === null ? 'succeeded' : 'failed';
    this.metrics.attempts.inc({ result, error: error ?? 'none' });
    this.metrics.attemptSeconds.observe(outcome.durationMs / 1_000);
    if (attempt.number === 1 && attempt.trigger === 'automatic') {
      const waitedMs = startedAt.getTime() - timeOf(attempt.eventId);
      this.metrics.firstAttemptSeconds.observe(Math.max(0, waitedMs) / 1_000);
    }
    if (error === null) return;
    const facts = {
      ...subjectOf(attempt),
      attempt: attempt.number,
      error,
      ...(outcome.kind === 'answered' ? { status: outcome.status } : { reason: outcome.reason }),
      durationMs: Math.round(outcome.durationMs),
      decision: decision.kind,
    };
    this.log.lines[outcome.kind === 'local fault' ? 'warn' : 'info'](facts, 'attempt failed');
  }

  override deferred(attempt: PlannedAttempt, reason: string): void {
    this.metrics.attempts.inc({ result: 'deferred', error: 'none' });
    this.log.lines.warn({ ...subjectOf(attempt), reason }, 'delivery deferred');
  }

  override written(group: readonly DeliveryCompletion[]): void {
    const ended = new Map<string, number>();
    for (const { decision } of group) {
      const status = ENDS[decision.kind];
      if (status !== undefined) ended.set(status, (ended.get(status) ?? 0) + 1);
    }
    for (const [status, count] of ended) this.metrics.endedDeliveries.inc({ status }, count);
  }

  override claimed(attempts: readonly ClaimedAttempt[]): void {
    const takenOver = attempts.filter(({ leaseRanOut }) => leaseRanOut).length;
    if (takenOver > 0) this.metrics.leasesTakenOver.inc(takenOver);
  }

  override tookOver(lanes: number): void {
    this.metrics.lanesTakenOver.inc(lanes);
  }

  override subscriptionDeleted(exhausted: DeliveryKey): void {
    this.metrics.subscriptionsDeleted.inc();
    this.log.lines.warn(subjectOf(exhausted), 'subscription deleted: retries exhausted');
  }
}

/** The partner, subscription and delivery of a log line, without the address, which may contain a secret. */
function subjectOf({ partnerId, subscriptionId, eventId }: DeliveryKey): object {
  return {
    context: 'Delivery',
    partnerId,
    subscriptionId,
    deliveryId: deliveryId({ subscriptionId, eventId }),
  };
}
