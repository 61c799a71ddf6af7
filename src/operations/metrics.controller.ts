import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Problems } from '../shared/http/problems.js';
import { MetricsGuard } from './metrics.guard.js';
import { ProcessMetrics } from './process.metrics.js';

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics, for Prometheus. */
@ApiTags('Health')
@Controller('metrics')
@UseGuards(MetricsGuard)
export class MetricsController {
  constructor(private readonly metrics: ProcessMetrics) {}

  @Get()
  @Header('Content-Type', PROMETHEUS)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Read the metrics',
    description: 'In the text format of Prometheus. If METRICS_TOKEN is set, send it as a bearer token.',
  })
  @ApiOkResponse({
    description: 'The metrics, of all processes of this start together.',
    content: {
      'text/plain': { schema: { type: 'string' }, example: 'livery_events_repeated_total 0\n' },
    },
  })
  @Problems(401, 429)
  async read(): Promise<string> {
    return this.metrics.text();
  }
}
