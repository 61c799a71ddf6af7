import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import { type BounceKind, EmailObserver, type EmailResult } from '../domain/email-observer.js';
import type { SuppressionReason } from '../domain/suppression.js';

/** Metrics of emails. Described in docs/metrics.md. */
@Injectable()
export class EmailMetrics extends EmailObserver {
  private readonly attempts;
  private readonly fallbacks;
  private readonly suppressions;
  private readonly bounces;
  private readonly deferred;

  constructor(metrics: Metrics) {
    super();
    this.attempts = metrics.counter({
      name: 'livery_email_attempts_total',
      help: 'Attempts to send an email.',
      labelNames: ['result'],
    });
    this.fallbacks = metrics.counter({
      name: 'livery_email_fallbacks_total',
      help: 'Emails that used the default template because the partner’s template failed.',
    });
    this.suppressions = metrics.counter({
      name: 'livery_suppressions_total',
      help: 'New suppressions: recipients who get no more emails of a company.',
      labelNames: ['reason'],
    });
    this.bounces = metrics.counter({
      name: 'livery_bounces_total',
      help: 'Reports of emails that receivers could not deliver.',
      labelNames: ['kind'],
    });
    this.deferred = metrics.counter({
      name: 'livery_email_domain_deferred_total',
      help: 'Emails that were put back into the table because too many wait for their recipient’s domain.',
    });
  }

  override attempted(result: EmailResult): void {
    this.attempts.inc({ result });
  }

  override fellBack(): void {
    this.fallbacks.inc();
  }

  override suppressed(reason: SuppressionReason): void {
    this.suppressions.inc({ reason });
  }

  override bounced(kind: BounceKind): void {
    this.bounces.inc({ kind });
  }

  override deferredByDomain(): void {
    this.deferred.inc();
  }
}
