import { Global, Module } from '@nestjs/common';
import { CellListsService } from './cell-lists.service.js';
import { CellMetrics } from './cell.metrics.js';
import { CellForwardingService } from './cell-forwarding.service.js';
import { CellRepository } from './cell.repository.js';
import { CellsService } from './cells.service.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';
import { MovedPartnersService } from './moved-partners.service.js';

/** The cells of a deployment. Global, because any module may have to ask another cell. */
@Global()
@Module({
  providers: [
    CellRepository,
    CellsService,
    MovedPartnersService,
    DirectoryRepository,
    DirectoryService,
    CellMetrics,
    CellForwardingService,
    CellListsService,
  ],
  exports: [CellsService, MovedPartnersService, DirectoryService, CellForwardingService, CellListsService],
})
export class CellModule {}
