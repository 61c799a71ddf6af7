import { Module } from '@nestjs/common';
import { RenderedStructureRepository } from './rendered-structure.repository.js';
import { StoredStructuresService } from './stored-structures.service.js';

/** Compiled templates that outlive threads and processes. */
@Module({
  providers: [RenderedStructureRepository, StoredStructuresService],
  exports: [StoredStructuresService],
})
export class StoredStructuresModule {}
