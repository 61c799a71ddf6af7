import type { MetricSnapshot, MetricValue } from '../../shared/domain/process-messages.js';

/** Types whose values never fall, so those of a process that has ended still count. */
const CUMULATIVE: readonly unknown[] = ['counter', 'histogram'];

/** Adds up the counters of processes that have ended, so that no total over all processes ever falls. */
export class EndedMetrics {
  private readonly byName = new Map<string, { metric: MetricSnapshot; values: Map<string, MetricValue> }>();

  add(metrics: readonly MetricSnapshot[]): void {
    for (const metric of metrics) if (CUMULATIVE.includes(metric.type)) this.addMetric(metric);
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
