import { Injectable } from '@nestjs/common';
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Description<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Only labels with a fixed set of values: never an id, an address, or a path with ids. */
  readonly labelNames?: readonly Label[];
}

interface GaugeDescription<Label extends string> extends Description<Label> {
  /** How the values of several processes (PROCESSES) are combined; the sum by default. */
  readonly together?: Aggregator;
}

/**
 * The registry of metrics. Each module adds its own in a file `*.metrics.ts`. docs/metrics.md describes all of them,
 * and a test compares the two.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  counter<Label extends string = never>(description: Description<Label>): Counter<Label> {
    return new Counter({ ...description, registers: [this.registry] });
  }

  /** @param buckets upper bounds, in the unit of the name */
  histogram<Label extends string = never>(
    description: Description<Label>,
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({ ...description, buckets: [...buckets], registers: [this.registry] });
  }

  /** @param read sets the values when metrics are collected; values that it does not set are absent */
  gauge<Label extends string = never>(
    { together = 'sum', ...description }: GaugeDescription<Label>,
    read: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> {
    const gauge: Gauge<Label> = new Gauge({
      ...description,
      aggregator: together,
      registers: [this.registry],
      collect: () => {
        gauge.reset();
        // Without this, a metric without labels would show 0 before anything is measured.
        if (description.labelNames === undefined) gauge.remove();
        return read(gauge);
      },
    });
    return gauge;
  }
}
