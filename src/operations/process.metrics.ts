import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Metrics } from '../shared/metrics/metrics.js';
import { Settings } from '../shared/settings.js';
import { SERVICE_VERSION } from '../shared/version.js';

/** What prom-client tells of a process. It is told once, however many services run in the process. */
const ofProcess = new Registry();

/** The process and what runs in it. Described in docs/operating.md. */
@Injectable()
export class ProcessMetrics {
  constructor(
    private readonly metrics: Metrics,
    { roles }: Settings,
  ) {
    if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess });
    metrics.gauge(
      {
        name: 'livery_info',
        help: 'Always 1; its labels tell what runs.',
        labelNames: ['version', 'node', 'roles'],
      },
      (gauge) =>
        gauge.set({ version: SERVICE_VERSION, node: process.version, roles: [...roles].sort().join(',') }, 1),
    );
  }

  /** Every metric of the service and of its process, as Prometheus reads them. */
  async text(): Promise<string> {
    return Registry.merge([this.metrics.registry, ofProcess]).metrics();
  }
}
