import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { PARTNER_MOVED } from '../shared/partner-moving.js';
import { CellsService } from './cells.service.js';
import { DirectoryService } from './directory.service.js';
import { MovedPartnersService } from './moved-partners.service.js';

const COMPARED_EVERY_MS = 60_000;
const MOVES_READ_EVERY_MS = 1_000;

/**
 * Compares this cell's directory entries with the other cells' copies, at the start and every minute, and tracks moved
 * partners.
 */
@Injectable()
export class CellLifecycle implements OnApplicationBootstrap {
  private readonly log = new Logger('Cells');

  constructor(
    private readonly directory: DirectoryService,
    private readonly cells: CellsService,
    private readonly moved: MovedPartnersService,
  ) {}

  onApplicationBootstrap(): void {
    // Not awaited: the cell serves its partners even while other cells are down.
    void this.compare();
  }

  @Interval('directory', COMPARED_EVERY_MS)
  async compare(): Promise<void> {
    await this.directory
      .compare()
      .catch((error: unknown) => this.log.warn(`The directory could not be compared: ${String(error)}`));
  }

  @OnEvent(PARTNER_MOVED)
  @Interval('moved partners', MOVES_READ_EVERY_MS)
  async readMoves(): Promise<void> {
    if (!this.cells.areSeveral) return;
    // Readers check `isFresh` and refresh by themselves.
    await this.moved.refresh().catch(() => undefined);
  }
}
