import { Injectable } from '@nestjs/common';
import { Metrics } from '../shared/metrics/metrics.js';
import { StreamService } from './stream.service.js';

/** The metrics of streams. Described in docs/metrics.md. */
@Injectable()
export class StreamMetrics {
  constructor(metrics: Metrics, streams: StreamService) {
    metrics.gauge({ name: 'livery_streams', help: 'Streams that partners read.' }, (gauge) =>
      gauge.set(streams.open),
    );
  }
}
