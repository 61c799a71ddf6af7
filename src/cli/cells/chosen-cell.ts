import type { Command } from 'commander';
import { CellsService } from '../../cell/cells.service.js';
import type { Session } from '../session.js';

interface Words {
  readonly cell?: string;
  readonly partner?: number;
  /** The id of a partner, in commands of the group `partner`. */
  readonly id?: number;
}

/** Points the session at the cell that a command names, or else at the cell of its partner. */
export async function chooseCell(session: Session, action: Command): Promise<void> {
  const { cell, partner, id } = action.opts<Words>();
  const partnerId = action.parent?.name() === 'partner' ? id : partner;
  if (cell !== undefined) return session.useCell(cell);
  if (partnerId === undefined || (await session.cells()).length === 0) return;
  const other = (await session.use(CellsService)).otherOf(partnerId);
  if (other !== null) await session.useCell(other.name);
}
