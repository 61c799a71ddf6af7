import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isPassedOn } from '../shared/http/passed-on.js';
import { Page } from '../shared/http/page.js';
import { CellPassingService } from './cell-passing.service.js';
import { CellsService } from './cells.service.js';
import { type Listed, merged } from './domain/merged-pages.js';

/** Lists that go over all cells, by ids. */
@Injectable()
export class CellListsService {
  constructor(
    private readonly cells: CellsService,
    private readonly passing: CellPassingService,
  ) {}

  /**
   * The page of all cells of which `page` is this cell's. A request that another cell has passed on gets that alone.
   * @throws Unavailable when a cell does not answer
   */
  async withOthers<Item extends Listed>(
    page: Page<Item>,
    limit: number,
    request: Request,
  ): Promise<Page<Item>> {
    if (!this.cells.areSeveral || isPassedOn(request)) return page;
    const call = { method: 'GET', path: request.originalUrl };
    const answers = await Promise.all(this.cells.others.map((cell) => this.passing.call(cell, call)));
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
