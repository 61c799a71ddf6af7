import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Unavailable } from '../shared/domain/errors.js';
import { Problems } from '../shared/http/problems.js';
import { Readiness } from '../shared/readiness.js';
import { MigrationStateRepository } from './migration-state.repository.js';

const CHECK_TIMEOUT_MS = 3000;

/** That the service is well. */
export class HealthView {
  @ApiProperty({ description: 'Always `ok`; anything else is an error.', type: 'string', example: 'ok' })
  status: 'ok';
}

/** Whether the process lives and whether it can do its work, for whoever restarts it or sends it requests. */
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly migrations: MigrationStateRepository,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Tell whether the process runs' })
  @ApiOkResponse({ description: 'It does.', type: HealthView })
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Tell whether the service can do its work' })
  @ApiOkResponse({
    description: 'It can: the database answers and is up to date, and deliveries are being made.',
    type: HealthView,
  })
  @Problems(503)
  async ready(): Promise<HealthView> {
    try {
      await this.health.check([
        () =>
          this.indicators
            .check('database')
            .attempt(() => this.requireDatabase())
            .withTimeout(CHECK_TIMEOUT_MS),
        () => this.indicators.check('modules').attempt(() => this.requireModules()),
      ]);
      return { status: 'ok' };
    } catch (error) {
      // What exactly is down stands in the log; this route asks nobody who they are.
      if (error instanceof ServiceUnavailableException) throw new Unavailable('The service is not ready.');
      throw error;
    }
  }

  private async requireDatabase(): Promise<void> {
    const missing = await this.migrations.missing();
    if (missing.length > 0) throw new Error(`These migrations have not run: ${missing.join(', ')}.`);
  }

  private requireModules(): void {
    const { unmet } = this.readiness;
    if (unmet.length > 0) throw new Error(`Not ready: ${unmet.join(', ')}.`);
  }
}
