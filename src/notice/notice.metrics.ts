import { Injectable } from '@nestjs/common';
import type { NoticeName } from '../contact/domain/contact.js';
import { Metrics } from '../shared/metrics/metrics.js';
import { NoticeRepository } from './notice.repository.js';

/** Metrics of notices. docs/metrics.md describes them. */
@Injectable()
export class NoticeMetrics {
  private readonly notices;

  constructor(metrics: Metrics, repository: NoticeRepository) {
    this.notices = metrics.counter({
      name: 'livery_notices_total',
      help: 'Notices to partners about their subscriptions, templates and emails.',
      labelNames: ['name'],
    });
    metrics.gauge(
      {
        name: 'livery_notices_waiting',
        help: 'Notices whose event or emails are still to be stored.',
        together: 'max',
      },
      async (gauge) => gauge.set(await repository.countWaiting()),
    );
  }

  written(name: NoticeName): void {
    this.notices.inc({ name });
  }
}
