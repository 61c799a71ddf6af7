import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { EmailEngine } from './email-engine.js';

/** Metrics of recipient domains, collected when the metrics are read. Described in docs/metrics.md. */
@Injectable()
export class RecipientDomainMetrics {
  constructor(metrics: Metrics, engine: EmailEngine) {
    metrics.gauge(
      {
        name: 'livery_email_domain_waiting',
        help: 'Emails that this process has set aside until their recipient’s domain has a turn for them.',
      },
      (gauge) => gauge.set(engine.domainLoad.waiting),
    );
    metrics.gauge(
      {
        name: 'livery_email_domains_slowed',
        help: 'Domains of recipients that put emails off and get one a second at most.',
      },
      (gauge) => gauge.set(engine.domainLoad.slowed),
    );
  }
}
