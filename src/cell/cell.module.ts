import { Global, Module } from '@nestjs/common';
import { CellListsService } from './cell-lists.service.js';
import { CellMetrics } from './cell.metrics.js';
import { CellPassingService } from './cell-passing.service.js';
import { CellRepository } from './cell.repository.js';
import { CellsService } from './cells.service.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';
import { MovedPartnersService } from './moved-partners.service.js';

/** The cells of a deployment. Global, because partners of another cell may be concerned anywhere. */
@Global()
@Module({
  providers: [
    CellRepository,
    CellsService,
    MovedPartnersService,
    DirectoryRepository,
    DirectoryService,
    CellMetrics,
    CellPassingService,
    CellListsService,
  ],
  exports: [CellsService, MovedPartnersService, DirectoryService, CellPassingService, CellListsService],
})
export class CellModule {}
