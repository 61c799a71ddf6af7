import type { Command } from 'commander';
import { ErasureService } from '../operations/erasure/erasure.service.js';
import type { Session } from './session.js';
import { parseId } from './id-argument.js';

interface ErasureArguments {
  readonly typeId: string;
  readonly company?: number;
}

/** livery document …: the data of single documents. */
export function documentCommands(program: Command, session: Session): void {
  const group = program.command('document').description('Erase the data of a document.');

  group
    .command('erase')
    .description('Erase everything stored about a document, for all partners. This cannot be undone.')
    .requiredOption('--type-id <id>', 'id of the document: the typeId of its events')
    .option(
      '--company <id>',
      'erase only the events of this company, with their deliveries and emails',
      parseId,
    )
    .action(
      session.reportingForCells(async ({ typeId, company }: ErasureArguments) => {
        const erased = await (
          await session.use(ErasureService)
        ).erase(typeId, company ?? null, 'command line');
        return {
          view: erased,
          text: `Erased events: ${erased.events}, deliveries: ${erased.deliveries}, emails: ${erased.emails}.`,
        };
      }),
    );
}
