import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Unavailable } from '../shared/domain/errors.js';
import { Problems } from '../shared/http/problems.js';
import { Siblings } from '../shared/siblings.js';
import { Readiness } from '../shared/readiness.js';
import { MigrationStateRepository } from './migration-state.repository.js';

const CHECK_TIMEOUT_MS = 3000;

/** The answer of a healthy service. */
@ApiSchema({ name: 'Health' })
export class HealthView {
  @ApiProperty({
    description: 'Always `ok`; otherwise the answer is an error.',
    type: 'string',
    example: 'ok',
  })
  status: 'ok';
}

/** Liveness and readiness, for the platform that restarts the process and routes requests to it. */
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly migrations: MigrationStateRepository,
    private readonly readiness: Readiness,
    private readonly siblings: Siblings,
  ) {
    siblings.respond('readiness', async () => ({ missing: await this.missing() }));
  }

  @Get('live')
  @ApiOperation({ summary: 'Check whether the process runs' })
  @ApiOkResponse({ description: 'The process runs.', type: HealthView })
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Check whether the service is ready' })
  @ApiOkResponse({
    description:
      'The service is ready: the database answers and is up to date, events are accepted, and a worker delivers.',
    type: HealthView,
  })
  @Problems(503)
  async ready(): Promise<HealthView> {
    const missing = this.siblings.isClustered ? await this.missingAnywhere() : await this.missing();
    if (missing.length === 0) return { status: 'ok' };
    // The route needs no credential, so it names the parts only; the log has the reasons.
    throw new Unavailable(`Not ready: ${missing.join(', ')}.`);
  }

  /** The parts that are not ready in any of the processes, because each of them takes requests. */
  private async missingAnywhere(): Promise<readonly string[]> {
    const { reports, missingReplies } = await this.siblings.ask('readiness');
    const missing = new Set(reports.flatMap(({ missing: parts }) => parts));
    return missingReplies === 0 ? [...missing] : [...missing, 'process'];
  }

  /** The parts that are not ready in this process. */
  private async missing(): Promise<readonly string[]> {
    const missing = this.migrations.missing();
    try {
      await this.health.check([
        () => this.part('database', missing),
        () =>
          this.part(
            'migrations',
            missing.then(requireNone, () => undefined),
          ),
        ...this.readiness.conditions.map(
          ({ name, isMet, otherwise }) =>
            () =>
              this.part(name, requireMet(isMet(), otherwise)),
        ),
      ]);
      return [];
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return failedPartsOf(error);
    }
  }

  private part(name: string, isWell: Promise<unknown>) {
    return this.indicators
      .check(name)
      .attempt(async () => void (await isWell))
      .withTimeout(CHECK_TIMEOUT_MS);
  }
}

function requireNone(missing: readonly string[]): void {
  if (missing.length > 0) throw new Error(`These migrations have not run: ${missing.join(', ')}.`);
}

async function requireMet(isMet: boolean, otherwise: string): Promise<void> {
  if (!isMet) throw new Error(otherwise);
}

function failedPartsOf(error: ServiceUnavailableException): string[] {
  const { error: parts = {} } = error.getResponse() as { readonly error?: object };
  return Object.keys(parts);
}
