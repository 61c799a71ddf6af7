import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';

const MILLISECONDS_TO_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of requests. Described in docs/metrics.md. */
@Injectable()
export class RequestMetrics {
  private readonly requests;
  private readonly seconds;

  constructor(metrics: Metrics) {
    this.requests = metrics.counter({
      name: 'livery_http_requests_total',
      help: 'Requests answered, or given up by their caller.',
      labelNames: ['method', 'route', 'status'],
    });
    this.seconds = metrics.histogram(
      {
        name: 'livery_http_request_duration_seconds',
        help: 'Time from the arrival of a request to the end of its answer.',
        labelNames: ['area'],
      },
      MILLISECONDS_TO_SECONDS,
    );
  }

  /** @param route the template of the path, or `-` without a route; then the method is `-` too */
  count(method: string, route: string, status: number, durationMs: number): void {
    const known = route === '-' ? '-' : method;
    this.requests.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` });
    this.seconds.observe({ area: areaOf(route) }, durationMs / 1_000);
  }
}

function areaOf(route: string): string {
  // A stream lasts until its reader leaves, so its duration is not comparable.
  if (route === '/partner/stream') return 'stream';
  const [, area] = /^\/(partner|internal)\//.exec(route) ?? [];
  return area ?? 'other';
}
