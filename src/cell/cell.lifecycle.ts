import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { PARTNER_MOVED } from '../shared/domain/partner-moving.js';
import { CellsService } from './cells.service.js';
import { DirectoryService } from './directory.service.js';
import { MovedPartnersService } from './moved-partners.service.js';

const COMPARED_EVERY_MS = 60_000;
const MOVES_READ_EVERY_MS = 1_000;

/** Compares what the other cells know of this one, at the start and every minute, and reads who has moved. */
@Injectable()
export class CellLifecycle implements OnApplicationBootstrap {
  private readonly log = new Logger('Cells');

  constructor(
    private readonly directory: DirectoryService,
    private readonly cells: CellsService,
    private readonly moved: MovedPartnersService,
  ) {}

  onApplicationBootstrap(): void {
    // Nothing waits for it: the cell serves its partners also while others are down.
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
    // What is not fresh is read before it is gone by.
    await this.moved.refresh().catch(() => undefined);
  }
}
