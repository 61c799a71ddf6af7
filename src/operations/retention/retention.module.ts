import { Module } from '@nestjs/common';
import { StoredStructuresModule } from '../../rendering/structures/stored-structures.module.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';

/** What is stored for how long. */
@Module({
  imports: [StoredStructuresModule],
  providers: [RetentionRepository, RetentionService],
  exports: [RetentionService],
})
export class RetentionModule {}
