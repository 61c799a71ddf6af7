import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { Metrics } from '../shared/metrics/metrics.js';
import type { MetricSnapshot } from '../shared/domain/process-messages.js';
import { Siblings } from '../shared/siblings.js';
import { Settings } from '../shared/settings.js';
import { SERVICE_VERSION } from '../shared/version.js';

/** The process metrics of prom-client, collected once even if several services run in the process. */
const ofProcess = new Registry();

/** Sampling wakes an idle process. At prom-client's default of 10 ms it would be nearly all of its load. */
const EVENT_LOOP_SAMPLE_MS = 1_000;

/** Metrics for which the greatest value of all processes is shown. prom-client would omit or average them. */
const WORST = /^(?:process_start_time_seconds|nodejs_eventloop_lag(?:_max|_p\d+)?_seconds)$/;

/** Metrics of the process, and the version and roles that it runs. Described in docs/metrics.md. */
@Injectable()
export class ProcessMetrics implements OnApplicationShutdown {
  constructor(
    private readonly metrics: Metrics,
    private readonly siblings: Siblings,
    { roles }: Settings,
  ) {
    if (ofProcess.getMetricsAsArray().length === 0) {
      collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    }
    metrics.gauge(
      {
        name: 'livery_info',
        help: 'Always 1; its labels have the versions and roles.',
        labelNames: ['version', 'node', 'roles'],
        together: 'max',
      },
      (gauge) =>
        gauge.set({ version: SERVICE_VERSION, node: process.version, roles: [...roles].sort().join(',') }, 1),
    );
    metrics.gauge({ name: 'livery_processes', help: 'Processes that serve one port together.' }, (gauge) =>
      gauge.set(1),
    );
    siblings.respond('metrics', async () => ({ metrics: await this.snapshot() }));
  }

  /** All metrics of the service and its processes, in the text format of Prometheus. */
  async text(): Promise<string> {
    if (!this.siblings.isClustered) return Registry.merge([this.metrics.registry, ofProcess]).metrics();
    const { reports } = await this.siblings.ask('metrics');
    const snapshots = reports.length > 0 ? reports.map(({ metrics }) => metrics) : [await this.snapshot()];
    return AggregatorRegistry.aggregate(snapshots.map((metrics) => [...metrics])).metrics();
  }

  /** Passes this process's counters to the other processes, which continue to report them. */
  async onApplicationShutdown(): Promise<void> {
    if (this.siblings.isClustered) await this.siblings.sendFinalMetrics(await this.snapshot());
  }

  private async snapshot(): Promise<readonly MetricSnapshot[]> {
    const all = await Promise.all(
      [this.metrics.registry, ofProcess].map((registry) => registry.getMetricsAsJSON()),
    );
    return all
      .flat()
      .map((metric) => (WORST.test(metric.name) ? { ...metric, aggregator: 'max' as const } : metric));
  }
}
