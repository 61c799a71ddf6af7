import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MigrationStateRepository } from './migration-state.repository.js';
import { ProcessMetrics } from './process.metrics.js';

/** How the service is watched and looked after. */
@Module({
  imports: [TerminusModule.forRoot({ errorLogStyle: 'json' })],
  controllers: [HealthController, MetricsController],
  providers: [MigrationStateRepository, ProcessMetrics],
})
export class OperationsModule {}
