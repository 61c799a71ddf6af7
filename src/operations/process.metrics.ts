import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Metrics } from '../shared/metrics/metrics.js';
import { Settings } from '../shared/settings.js';
import { SERVICE_VERSION } from '../shared/version.js';

/** The metrics of prom-client about the process: collected once, however many services run in it. */
const ofProcess = new Registry();

/** Metrics of the process, and the version and roles that it runs. Described in docs/operating.md. */
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
        help: 'Always 1; its labels have the versions and roles.',
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
