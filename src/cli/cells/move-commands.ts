import os from 'node:os';
import type { Command } from 'commander';
import { type MoveReport, PartnerMoveService } from '../../cell/move/partner-move.service.js';
import { Settings } from '../../shared/settings.js';
import { WrongUsage } from '../../shared/command-options.js';
import { CommandFailed } from '../failure.js';
import type { Report, Session } from '../session.js';
import { parseId } from '../id-argument.js';

/** livery partner move: moves a partner to another cell. A command of the group `partner`. */
export function moveCommands(program: Command, session: Session): void {
  program.commands
    .find((group) => group.name() === 'partner')
    ?.command('move')
    .description('Move a partner to another cell. After a failure, repeat the command.')
    .argument('<id>', 'id of the partner', parseId)
    .option('--to <cell>', 'cell to move the partner to')
    .option('--undo', 'undo a move that has not switched to the new cell yet')
    .action(async (partnerId: number, options: { to?: string; undo?: boolean }, self: Command) => {
      const command = session.reporting(() => moved(session, partnerId, options));
      await command(options, self);
    });
}

async function moved(
  session: Session,
  partnerId: number,
  { to, undo = false }: { to?: string; undo?: boolean },
): Promise<Report> {
  const { cells } = new Settings(session.context.env);
  if (cells === null) throw new CommandFailed('CELLS_FILE is not set, so there is only one cell.');
  if (undo === (to !== undefined)) throw new WrongUsage('Give either --to or --undo.');
  const { username } = os.userInfo();
  const moves = new PartnerMoveService(cells, `${username}@${os.hostname()}`, (line) => {
    session.context.stderr.write(`${line}\n`);
  });
  const report = to === undefined ? await moves.undo(partnerId) : await moves.move(partnerId, to);
  return { view: report, text: textOf(report) };
}

function textOf({ partnerId, source, target, state, pausedMs }: MoveReport): string {
  if (state === 'undone') return `Partner ${partnerId} stays in cell ${source}.`;
  const paused = pausedMs === null ? '' : ` It was paused for ${pausedMs} ms.`;
  return `Partner ${partnerId} is in cell ${target}.${paused}`;
}
