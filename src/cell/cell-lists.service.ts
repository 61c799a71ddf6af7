import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isForwarded } from '../shared/http/forwarded-request.js';
import { Page } from '../shared/http/page.js';
import { CellForwardingService } from './cell-forwarding.service.js';
import { CellsService } from './cells.service.js';
import { type Listed, merged } from './domain/merged-pages.js';

/** Lists that span all cells, ordered by id. */
@Injectable()
export class CellListsService {
  constructor(
    private readonly cells: CellsService,
    private readonly forwarding: CellForwardingService,
  ) {}

  /**
   * Merges `page`, which is this cell's, with the pages of all other cells. If the request comes from another cell,
   * returns `page` alone.
   * @throws Unavailable if a cell does not answer
   */
  async withOthers<Item extends Listed>(
    page: Page<Item>,
    limit: number,
    request: Request,
  ): Promise<Page<Item>> {
    if (!this.cells.areSeveral || isForwarded(request)) return page;
    const call = { method: 'GET', path: request.originalUrl };
    const answers = await Promise.all(this.cells.others.map((cell) => this.forwarding.call(cell, call)));
    const pages = answers.map(({ status, text, link }) => ({
      items: status === 200 ? (JSON.parse(text) as Item[]) : [],
      hasMore: link !== null,
    }));
    const { shown, hasMore } = merged(
      [{ items: page.items, hasMore: page.nextCursor !== null }, ...pages],
      limit,
    );
    const last = shown.at(-1);
    return Page.upTo(
      shown,
      hasMore && last !== undefined ? String(last.id) : null,
      ({ id }) => String(id),
      (item) => item,
    );
  }
}
