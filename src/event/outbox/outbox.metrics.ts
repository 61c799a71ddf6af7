import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';

/** Metrics of published events. Described in docs/metrics.md. */
@Injectable()
export class OutboxMetrics {
  readonly refused;

  constructor(metrics: Metrics) {
    this.refused = metrics.counter({
      name: 'livery_published_events_refused_total',
      help: 'Published events that were refused when they were to be accepted.',
    });
  }
}
