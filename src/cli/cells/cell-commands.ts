import type { Command } from 'commander';
import { CellAddingService } from '../../cell/cell-adding.service.js';
import { CellExaminationService, type ExaminedCell } from '../../cell/cell-examination.service.js';
import { idsOfCell } from '../../cell/domain/id-range.js';
import type { Cells } from '../../shared/domain/cell.js';
import { Settings } from '../../shared/settings.js';
import { CommandFailed } from '../failure.js';
import { rowsOf } from '../doctor/finding.js';
import type { Session } from '../session.js';
import { formatTable } from '../text-table.js';
import { cellFindings } from './cell-findings.js';
import { moveFindings } from './move-findings.js';

/** livery cell …: the databases among which partners are divided. */
export function cellCommands(program: Command, session: Session): void {
  const group = program.command('cell').description('Add, list and check the cells of CELLS_FILE.');

  group
    .command('add')
    .description('Prepare the database of a cell, and assign its range of ids.')
    .requiredOption('--name <name>', 'name of the cell in CELLS_FILE')
    .action(
      session.reporting(async ({ name }: { name: string }) => {
        const { number } = await new CellAddingService(cellsOf(session).cells).add(name);
        const { first, last } = idsOfCell(number);
        return {
          view: { name, number, firstId: first, lastId: last },
          text:
            `Cell ${name} has the number ${number} and the ids from ${first} to ${last}.\n` +
            `Now restart the processes of the other cells with this CELLS_FILE, then start those of ${name} with CELL=${name}.`,
        };
      }),
    );

  group
    .command('list')
    .description('List the cells with their ranges of ids.')
    .action(
      session.reporting(async () => {
        const views = (await examined(session)).map(viewOf);
        return { view: views, text: formatTable(views.map(lineOf), '') };
      }),
    );

  group
    .command('doctor')
    .description('Check the databases of all cells, what the cells know of each other, and their processes.')
    .action(
      session.reporting(async () => {
        const cells = await examined(session);
        const findings = [...cellFindings(cells), ...moveFindings(cells)];
        const wrongs = findings.filter(({ verdict }) => verdict === 'wrong').length;
        return {
          view: findings,
          text: formatTable(findings.flatMap(rowsOf), ''),
          failure: wrongs === 0 ? null : `${wrongs} ${wrongs === 1 ? 'point is' : 'points are'} wrong.`,
        };
      }),
    );
}

function examined(session: Session): Promise<ExaminedCell[]> {
  const { cells, internalToken } = cellsOf(session);
  return new CellExaminationService(cells, internalToken).examine();
}

function cellsOf(session: Session): { readonly cells: Cells; readonly internalToken: string } {
  const { cells, internalToken } = new Settings(session.context.env);
  if (cells === null) throw new CommandFailed('CELLS_FILE is not set, so there is only one cell.');
  return { cells, internalToken: internalToken ?? '' };
}

interface CellView {
  readonly name: string;
  /** Null if the cell has not been added or its database cannot be used. */
  readonly number: number | null;
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly state: 'in use' | 'not added' | 'away';
}

function viewOf({ name, known }: ExaminedCell, index: number): CellView {
  const own = known?.find(({ isOwn }) => isOwn) ?? null;
  const isHomeAlone = own === null && known !== null && index === 0;
  const number = isHomeAlone ? 0 : (own?.number ?? null);
  if (number === null)
    return { name, number, firstId: null, lastId: null, state: known === null ? 'away' : 'not added' };
  const { first, last } = idsOfCell(number);
  return { name, number, firstId: first, lastId: last, state: 'in use' };
}

function lineOf({ name, number, firstId, lastId, state }: CellView): string[] {
  return [
    name,
    number === null ? '-' : String(number),
    firstId === null ? '-' : `ids ${firstId} to ${lastId}`,
    state,
  ];
}
