import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { CellsService } from './cells.service.js';
import { DirectoryService } from './directory.service.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What became of a forwarded request: answered, not answered, or refused because too many were in progress. */
export type ForwardingResult = 'answered' | 'failed' | 'refused';

/** Metrics about the other cells, absent in a deployment of one cell. Described in docs/metrics.md. */
@Injectable()
export class CellMetrics {
  private readonly passed;
  private readonly seconds;

  constructor(metrics: Metrics, cells: CellsService, directory: DirectoryService) {
    this.passed = metrics.counter({
      name: 'livery_cell_passed_total',
      help: 'Requests passed on to other cells.',
      labelNames: ['cell', 'result'],
    });
    this.seconds = metrics.histogram(
      {
        name: 'livery_cell_pass_seconds',
        help: 'Time until another cell began to answer.',
        labelNames: ['cell'],
      },
      SECONDS,
    );
    metrics.gauge(
      {
        name: 'livery_cell_directory_age_seconds',
        help: 'Time since another cell was last known to know the companies and issuers of this one.',
        labelNames: ['cell'],
        together: 'min',
      },
      (gauge) => {
        for (const { name: cell } of cells.others) {
          const at = directory.comparedAt.get(cell);
          if (at !== undefined) gauge.set({ cell }, (performance.now() - at) / 1_000);
        }
      },
    );
  }

  count(cell: string, result: ForwardingResult, startedAt: number): void {
    this.passed.inc({ cell, result });
    if (result === 'answered') this.seconds.observe({ cell }, (performance.now() - startedAt) / 1_000);
  }
}
