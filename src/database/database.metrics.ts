import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { Database } from './database.js';
import { HOST_STATES } from './primary/host-state.js';
import { PartnerDatabase } from './partner-database.js';

/** Metrics of the connection pools, collected when the metrics are read. Described in docs/metrics.md. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, database: Database, partnerDatabase: PartnerDatabase) {
    const pools = { engine: database.pool, partner: partnerDatabase.pool };
    metrics.gauge(
      {
        name: 'livery_database_connections',
        help: 'Connections of a pool to PostgreSQL.',
        labelNames: ['pool', 'state'],
      },
      (gauge) => {
        for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
          gauge.set({ pool, state: 'used' }, totalCount - idleCount);
          gauge.set({ pool, state: 'idle' }, idleCount);
        }
      },
    );
    metrics.gauge(
      {
        name: 'livery_database_waiting',
        help: 'Pieces of work that wait for a connection of a pool.',
        labelNames: ['pool'],
      },
      (gauge) => {
        for (const [pool, { waitingCount }] of Object.entries(pools)) gauge.set({ pool }, waitingCount);
      },
    );
    metrics.gauge(
      {
        name: 'livery_database_write_age_seconds',
        help: 'Time since a write was last known to succeed.',
        together: 'max',
      },
      (gauge) => {
        const { ageSeconds } = database.writes;
        if (ageSeconds !== null) gauge.set(ageSeconds);
      },
    );
    const { search } = database;
    metrics.gauge(
      {
        name: 'livery_database_host',
        help: '1 for the state that a host of DATABASE_URL last answered with.',
        labelNames: ['host', 'state'],
        together: 'max',
      },
      (gauge) => {
        for (const { host, state } of search?.hosts ?? [])
          for (const kind of HOST_STATES)
            gauge.set({ host: host.name, state: kind }, Number(state?.kind === kind));
      },
    );
    const { shares } = partnerDatabase;
    metrics.gauge(
      {
        name: 'livery_database_share_waiting',
        help: 'Pieces of work that wait until their partner uses fewer connections than its share.',
      },
      (gauge) => gauge.set(shares.waiting),
    );
    metrics.gauge(
      {
        name: 'livery_database_share_partners',
        help: 'Partners that use their whole share of the connections and have more work waiting.',
      },
      (gauge) => gauge.set(shares.partnersWaiting),
    );
    const givenUp = metrics.counter({
      name: 'livery_database_given_up_total',
      help: 'Pieces of work for partners that were given up and answered with 503.',
      labelNames: ['reason'],
    });
    for (const reason of ['statement', 'share'] as const) givenUp.inc({ reason }, 0);
    partnerDatabase.onGivenUp((reason) => givenUp.inc({ reason }));
  }
}
