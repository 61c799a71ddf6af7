import type { Command } from 'commander';
import {
  REASONS,
  type RetentionReport,
  RetentionService,
} from '../operations/retention/retention.service.js';
import type { Session } from './session.js';

/** livery retention …: removes old data. */
export function retentionCommands(program: Command, session: Session): void {
  const group = program.command('retention').description('Remove data older than RETENTION_DAYS.');

  group
    .command('run')
    .description('Run the hourly removal of the service now.')
    .action(
      session.reportingForCells(async () => {
        const report = await (await session.use(RetentionService)).run();
        return {
          view: report,
          text: report === null ? '' : textOf(report),
          failure: report === null ? 'Another process is removing old data at this moment.' : null,
        };
      }),
    );
}

function textOf({ before, dropped, stay, removed }: RetentionReport): string {
  return [
    `Data from before ${before.toISOString()} is old.`,
    `Days dropped: ${dropped.length === 0 ? 'none' : dropped.join(', ')}.`,
    ...stay.map(({ day, reason }) => `The day ${day} stays: ${REASONS[reason]}.`),
    `Rows removed: ${removed.strays} outside all days, ${removed.eventKeys} ids of events, ${removed.credentials} credentials, ${removed.refusedEvents} refused events, ${removed.notices} notices, ${removed.structures} compiled templates, ${removed.statistics} hours of statistics, ${removed.changes} changes of deleted subscriptions.`,
  ].join('\n');
}
