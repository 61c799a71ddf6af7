import type { Command } from 'commander';
import { Doctor } from './doctor.js';
import { rowsOf } from './finding.js';
import type { Session } from '../session.js';
import { formatTable } from '../text-table.js';

/** livery doctor: the problems of an installation, with advice. */
export function doctorCommands(program: Command, session: Session): void {
  program
    .command('doctor')
    .description(
      'Check settings, database, secrets, DNS, SMTP, event source, clock, data folder and disk, and suggest fixes.',
    )
    .action(
      session.reporting(async () => {
        const findings = await new Doctor(session).examine();
        const wrongs = findings.filter(({ verdict }) => verdict === 'wrong').length;
        return {
          view: findings,
          text: formatTable(findings.flatMap(rowsOf), ''),
          failure: wrongs === 0 ? null : `${wrongs} ${wrongs === 1 ? 'point is' : 'points are'} wrong.`,
        };
      }),
    );
}
