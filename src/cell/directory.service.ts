import { Injectable, Logger } from '@nestjs/common';
import { type NumberedCell, CellsService } from './cells.service.js';
import { CompanyLookups } from './company-lookups.js';
import { DirectoryRepository } from './directory.repository.js';
import { Unavailable } from '../shared/domain/errors.js';
import { type DirectoryEntries, isEmpty, without } from './domain/directory-entries.js';
import { OtherCellRepository } from './other-cell.repository.js';

/*
 * Every cell knows which companies and issuers the others have partners of, in its own database: an event finds all of
 * its cells without asking any of them, also while one is down. The entries of a cell are written to all others:
 *
 *   tell    before the change, so that no event can miss it; the change fails if a cell cannot be told
 *   change  in the own database
 *   forget  what has no partner any more; if a cell cannot be told, it is compared again within a minute
 *
 * An entry that is there too long sends an event to a cell in vain and loses nothing.
 */

/** Changes that wait for each other in one process. */
const MOST_WAITING = 100;

/** Which cells have partners of a company, or of an issuer of tokens. */
@Injectable()
export class DirectoryService {
  private readonly log = new Logger('Cells');
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private readonly lookups = new CompanyLookups((companyIds) =>
    this.directory.cellsOf(companyIds, this.cells.ownName),
  );
  /** By the names of the others: when what they know was last known to be right. */
  readonly comparedAt = new Map<string, number>();

  constructor(
    private readonly directory: DirectoryRepository,
    private readonly cells: CellsService,
  ) {}

  /**
   * The names of the cells with a partner of each company, the home cell first; companies without one are left out.
   * @throws Unavailable when one of them is not known to this process
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

  /** The names of the cells with a partner whose tokens have this issuer and one of these audiences. */
  cellsOfIssuer(issuer: string, audiences: readonly string[]): Promise<string[]> {
    return this.directory.cellsOfIssuer(issuer, audiences, this.cells.ownName);
  }

  /** Those of them that are not this one. */
  async otherCellsOfIssuer(issuer: string, audiences: readonly string[]): Promise<string[]> {
    const cells = await this.cellsOfIssuer(issuer, audiences);
    return cells.filter((name) => name !== this.cells.ownName);
  }

  /**
   * Makes a change of what this cell's partners have, so that the other cells know of it no later than of its success.
   * @param entries all that the change may add or remove
   * @throws Unavailable when another cell cannot be told; nothing has changed then
   */
  async change<Result>(
    entries: () => Promise<DirectoryEntries>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.cells.areSeveral) return work();
    return this.inTurn(async () => {
      const concerned = await entries();
      await this.toAll((cell) => cell.tell(this.cells.ownName, concerned));
      try {
        return await work();
      } finally {
        await this.forgetGone(concerned);
      }
    });
  }

  /** Brings what the other cells know of this one up to date: after an outage, and for a cell that was added. */
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
        const told = await cell.toldOf(ownName);
        await cell.tell(ownName, without(own, told));
        await cell.forget(ownName, without(told, own));
      });
      this.comparedAt.set(other.name, performance.now());
    } catch (error) {
      this.log.warn(`Cell ${other.name} does not know what this one has: ${String(error)}`);
    }
  }

  private async forgetGone(concerned: DirectoryEntries): Promise<void> {
    try {
      const gone = await this.directory.gone(concerned);
      if (!isEmpty(gone)) await this.toAll((cell) => cell.forget(this.cells.ownName, gone));
    } catch (error) {
      this.log.warn(`Another cell keeps entries until it is compared again: ${String(error)}`);
    }
  }

  private async toAll(work: (cell: OtherCellRepository) => Promise<void>): Promise<void> {
    await Promise.all(this.cells.others.map((other) => OtherCellRepository.at(other, work)));
  }

  /** One change of a process after the other, each alone in the cell. */
  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= MOST_WAITING) throw new Unavailable('Too many changes of companies wait.');
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
