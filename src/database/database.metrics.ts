import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { Database } from './database.js';
import { PartnerDatabase } from './partner-database.js';

/** The pools of connections, read when they are asked for. Described in docs/operating.md. */
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
  }
}
