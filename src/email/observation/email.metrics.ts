import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import { EmailObserver, type EmailResult } from '../domain/email-observer.js';

/** Metrics of emails. docs/operating.md describes them. */
@Injectable()
export class EmailMetrics extends EmailObserver {
  private readonly attempts;
  private readonly fallbacks;

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
  }

  override attempted(result: EmailResult): void {
    this.attempts.inc({ result });
  }

  override fellBack(): void {
    this.fallbacks.inc();
  }
}
