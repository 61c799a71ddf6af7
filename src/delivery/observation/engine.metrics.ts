import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import { DeliveryEngine } from '../delivery-engine.js';
import { type Backlog, BacklogRepository } from './backlog.repository.js';

/** How long the backlog is cached, however often the metrics are read. */
const BACKLOG_AGE_MS = 5_000;

/** Metrics of the engine's state, collected when the metrics are read. Described in docs/metrics.md. */
@Injectable()
export class EngineMetrics {
  private known: { readonly at: number; readonly backlog: Promise<Backlog | null> } | null = null;

  constructor(
    metrics: Metrics,
    engine: DeliveryEngine,
    private readonly repository: BacklogRepository,
  ) {
    metrics.gauge(
      {
        name: 'livery_attempts_held',
        help: 'Attempts that this process holds in memory.',
        labelNames: ['state'],
      },
      (gauge) => {
        gauge.set({ state: 'waiting' }, engine.load.waiting);
        gauge.set({ state: 'in flight' }, engine.load.inFlight);
      },
    );
    metrics.gauge(
      { name: 'livery_attempts_held_bytes', help: 'Bytes of the bodies of the attempts held in memory.' },
      (gauge) => gauge.set(engine.load.bytes),
    );
    metrics.gauge(
      {
        name: 'livery_subscription_cache_bytes',
        help: 'Bytes of the compiled subscriptions and endpoints in the cache of this process.',
      },
      (gauge) => gauge.set(engine.subscriptionCache.load.bytes),
    );
    metrics.gauge(
      {
        name: 'livery_partners_matched_by_page',
        help: 'Partners whose subscriptions are too large for the cache and are read page by page.',
        together: 'max',
      },
      (gauge) => gauge.set(engine.subscriptionCache.load.pagedPartners),
    );
    metrics.gauge(
      {
        name: 'livery_scan_age_seconds',
        help: 'Time since the last successful scan for due attempts.',
        together: 'max',
      },
      (gauge) => {
        const { scanAgeMs } = engine.retries;
        if (scanAgeMs !== null) gauge.set(scanAgeMs / 1_000);
      },
    );
    metrics.gauge(
      {
        name: 'livery_attempts_due',
        help: 'Attempts in the database that are due but have not begun, of all processes together.',
        together: 'max',
      },
      async (gauge) => {
        const backlog = await this.backlog();
        if (backlog !== null) gauge.set(backlog.due);
      },
    );
    metrics.gauge(
      {
        name: 'livery_oldest_due_seconds',
        help: 'How long the oldest attempt in the database has been due without beginning.',
        together: 'max',
      },
      async (gauge) => {
        const backlog = await this.backlog();
        if (backlog !== null) gauge.set(backlog.oldestSeconds);
      },
    );
  }

  /** Null while the database does not answer. */
  private backlog(): Promise<Backlog | null> {
    const now = performance.now();
    if (this.known === null || now - this.known.at > BACKLOG_AGE_MS) {
      this.known = { at: now, backlog: this.repository.read().catch(() => null) };
    }
    return this.known.backlog;
  }
}
