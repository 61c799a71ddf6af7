import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { Database } from './database.js';

/** The pool of connections, read when it is asked for. Described in docs/operating.md. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, database: Database) {
    metrics.gauge(
      {
        name: 'livery_database_connections',
        help: 'Connections of the pool to PostgreSQL.',
        labelNames: ['state'],
      },
      (gauge) => {
        const { totalCount, idleCount } = database.pool;
        gauge.set({ state: 'used' }, totalCount - idleCount);
        gauge.set({ state: 'idle' }, idleCount);
      },
    );
    metrics.gauge(
      { name: 'livery_database_waiting', help: 'Pieces of work that wait for a connection of the pool.' },
      (gauge) => gauge.set(database.pool.waitingCount),
    );
  }
}
