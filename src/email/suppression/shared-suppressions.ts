import { Injectable, Logger } from '@nestjs/common';
import { CellForwardingService } from '../../cell/cell-forwarding.service.js';
import { CellsService } from '../../cell/cells.service.js';

/**
 * Suppressions in the other cells. Every cell stores unsubscriptions, because a company may get a partner in another
 * cell, which then sends its emails.
 */
@Injectable()
export class SharedSuppressions {
  private readonly log = new Logger('Suppressions');

  constructor(
    private readonly cells: CellsService,
    private readonly forwarding: CellForwardingService,
  ) {}

  /** True if this cell sends the partner's emails. @param partnerId 0 for none */
  isOwnOf(partnerId: number): boolean {
    return (partnerId === 0 ? this.cells.otherNamed(null) : this.cells.otherOf(partnerId)) === null;
  }

  /**
   * Repeats an unsubscription in the other cells. Skips a cell that is down: its own emails have links too.
   */
  async unsubscribeElsewhere(path: string): Promise<void> {
    const call = { method: 'POST', path };
    const calls = await Promise.allSettled(this.cells.others.map((cell) => this.forwarding.call(cell, call)));
    for (const [index, { status }] of calls.entries()) {
      if (status === 'rejected')
        this.log.warn(
          `Cell ${this.cells.others[index]?.name} could not be informed of a recipient who has unsubscribed.`,
        );
    }
  }

  /** True if another cell removed a suppression. @throws Unavailable if a cell does not answer */
  async removeElsewhere(path: string): Promise<boolean> {
    const call = { method: 'DELETE', path };
    const answers = await Promise.all(this.cells.others.map((cell) => this.forwarding.call(cell, call)));
    return answers.some(({ status }) => status === 204);
  }
}
