import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { MigrationStateRepository } from './migration-state.repository.js';

/** How the service is watched and looked after. */
@Module({
  imports: [TerminusModule.forRoot({ errorLogStyle: 'json' })],
  controllers: [HealthController],
  providers: [MigrationStateRepository],
})
export class OperationsModule {}
