import { Injectable, Logger } from '@nestjs/common';
import { type NumberedCell, CellsService } from './cells.service.js';
import { CompanyLookups } from './company-lookups.js';
import { DirectoryRepository } from './directory.repository.js';
import { Unavailable } from '../shared/domain/errors.js';
import { type DirectoryEntries, isEmpty, without } from './domain/directory-entries.js';
import { OtherCellRepository } from './other-cell.repository.js';

/*
 * Every cell's database lists the companies and token issuers of the other cells' partners, so an event finds its cells
 * without asking any of them, even while one is down. A cell changes its entries in three steps:
 *
 *   add     the new entries to all other cells, before the change, so that no event can miss them; if that fails, so
 *           does the change
 *   change  the own database
 *   remove  entries that no longer have a partner; if that fails, the next comparison, within a minute, removes them
 *
 * A stale entry costs a needless request to a cell, and loses nothing.
 */

/** Bounds the changes that queue in one process. */
const MAX_WAITING = 100;

/** Which cells have partners of a company, or of an issuer of tokens. */
@Injectable()
export class DirectoryService {
  private readonly log = new Logger('Cells');
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private readonly lookups = new CompanyLookups((companyIds) =>
    this.directory.cellsOf(companyIds, this.cells.ownName),
  );
  /** By name of the other cells: when their copy of the entries was last known to be right. */
  readonly comparedAt = new Map<string, number>();

  constructor(
    private readonly directory: DirectoryRepository,
    private readonly cells: CellsService,
  ) {}

  /**
   * The names of the cells with a partner of each company, the home cell first. Companies without any are absent.
   * @throws Unavailable if this process does not know one of the cells
   */
  async cellsOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const looked = await this.lookups.of(companyIds);
    const { names } = this.cells;
    const found = new Map<number, readonly string[]>();
    for (const companyId of companyIds) {
      const cells = looked.get(companyId);
      if (cells === undefined) continue;
      const unknown = [...cells].find((cell) => !names.includes(cell));
      if (unknown !== undefined)
        throw new Unavailable(`Cell ${unknown} was added: restart this process with the present CELLS_FILE.`);
      found.set(
        companyId,
        names.filter((name) => cells.has(name)),
      );
    }
    return found;
  }

  /** The names of cells with a partner whose tokens have this issuer and one of these audiences. */
  cellsOfIssuer(issuer: string, audiences: readonly string[]): Promise<string[]> {
    return this.directory.cellsOfIssuer(issuer, audiences, this.cells.ownName);
  }

  /** `cellsOfIssuer` without this cell. */
  async otherCellsOfIssuer(issuer: string, audiences: readonly string[]): Promise<string[]> {
    const cells = await this.cellsOfIssuer(issuer, audiences);
    return cells.filter((name) => name !== this.cells.ownName);
  }

  /**
   * Changes companies or issuers of this cell's partners. By the time the change succeeds, all other cells list them.
   * @param entries all entries that the change may add or remove
   * @throws Unavailable if another cell cannot be updated; then nothing has changed
   */
  async change<Result>(
    entries: () => Promise<DirectoryEntries>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.cells.areSeveral) return work();
    return this.inTurn(async () => {
      const concerned = await entries();
      await this.toAll((cell) => cell.addEntries(this.cells.ownName, concerned));
      try {
        return await work();
      } finally {
        await this.forgetGone(concerned);
      }
    });
  }

  /** Corrects this cell's entries in the other cells' directories, after an outage or when a cell was added. */
  async compare(): Promise<void> {
    if (!this.cells.areSeveral) return;
    await this.inTurn(async () => {
      const digest = await this.directory.ownDigest();
      for (const other of this.cells.others) await this.compareWith(other, digest);
    });
  }

  private async compareWith(other: NumberedCell, digest: string): Promise<void> {
    const { ownName } = this.cells;
    try {
      await OtherCellRepository.at(other, async (cell) => {
        if ((await cell.digestOf(ownName)) === digest) return;
        const own = await this.directory.own();
        const known = await cell.entriesOf(ownName);
        await cell.addEntries(ownName, without(own, known));
        await cell.removeEntries(ownName, without(known, own));
      });
      this.comparedAt.set(other.name, performance.now());
    } catch (error) {
      this.log.warn(`Cannot compare this cell's directory entries with cell ${other.name}: ${String(error)}`);
    }
  }

  private async forgetGone(concerned: DirectoryEntries): Promise<void> {
    try {
      const gone = await this.directory.gone(concerned);
      if (!isEmpty(gone)) await this.toAll((cell) => cell.removeEntries(this.cells.ownName, gone));
    } catch (error) {
      this.log.warn(
        `Another cell has stale directory entries until the next comparison removes them: ${String(error)}`,
      );
    }
  }

  private async toAll(work: (cell: OtherCellRepository) => Promise<void>): Promise<void> {
    await Promise.all(this.cells.others.map((other) => OtherCellRepository.at(other, work)));
  }

  /** Runs the changes of this process one after the other, each under the cell's lock. */
  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= MAX_WAITING) throw new Unavailable('Too many changes of companies are waiting.');
    this.waiting += 1;
    const turn = this.last.then(() => this.directory.alone(work));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }
}
