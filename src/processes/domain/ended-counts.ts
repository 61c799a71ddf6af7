import type { MetricSnapshot, MetricValue } from '../../shared/domain/process-messages.js';

/** Metrics that only ever grow: what a process has counted stays counted when it is gone. */
const GROWING: readonly unknown[] = ['counter', 'histogram'];

/** The counts of processes that have ended, added up, so that no sum over all processes ever falls. */
export class EndedCounts {
  private readonly byName = new Map<string, { metric: MetricSnapshot; values: Map<string, MetricValue> }>();

  add(metrics: readonly MetricSnapshot[]): void {
    for (const metric of metrics) if (GROWING.includes(metric.type)) this.addMetric(metric);
  }

  get metrics(): readonly MetricSnapshot[] {
    return [...this.byName.values()].map(({ metric, values }) => ({
      ...metric,
      values: [...values.values()],
    }));
  }

  private addMetric(metric: MetricSnapshot): void {
    const known = this.byName.get(metric.name) ?? { metric, values: new Map<string, MetricValue>() };
    this.byName.set(metric.name, known);
    for (const value of metric.values) {
      const key = JSON.stringify([value.metricName, Object.entries(value.labels)]);
      const sum = (known.values.get(key)?.value ?? 0) + value.value;
      known.values.set(key, { ...value, value: sum });
    }
  }
}
