import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ErasureController } from './erasure/erasure.controller.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MigrationStateRepository } from './migration-state.repository.js';
import { PartitionsService } from './partitions/partitions.service.js';
import { ProcessMetrics } from './process.metrics.js';
import { RetentionModule } from './retention/retention.module.js';

/** Health, metrics, partitions, retention and erasure. */
@Module({
  imports: [TerminusModule.forRoot({ errorLogStyle: 'json' }), ErasureModule, RetentionModule],
  controllers: [ErasureController, HealthController, MetricsController],
  providers: [MigrationStateRepository, PartitionsService, ProcessMetrics],
})
export class OperationsModule {}
