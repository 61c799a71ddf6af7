import { Injectable } from '@nestjs/common';
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Description<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Only labels whose values are known beforehand: never an id, an address or a path with ids in it. */
  readonly labelNames?: readonly Label[];
}

interface GaugeDescription<Label extends string> extends Description<Label> {
  /** How the values of several processes become one (PROCESSES); their sum without it. */
  readonly together?: Aggregator;
}

/**
 * The registry of the service's metrics. Each module adds its own in a file `*.metrics.ts`; docs/metrics.md describes
 * every one of them, and a test holds the two against each other.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  counter<Label extends string = never>(description: Description<Label>): Counter<Label> {
    return new Counter({ ...description, registers: [this.registry] });
  }

  /** @param buckets upper bounds, in the unit of the name. */
  histogram<Label extends string = never>(
    description: Description<Label>,
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({ ...description, buckets: [...buckets], registers: [this.registry] });
  }

  /** @param read sets the values when they are asked for; what it does not set is not shown. */
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
        // Without this, a metric without labels would show 0 before anything was measured.
        if (description.labelNames === undefined) gauge.remove();
        return read(gauge);
      },
    });
    return gauge;
  }
}
