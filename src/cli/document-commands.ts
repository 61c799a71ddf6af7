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
  const group = program.command('document').description('erase the data of a document');

  group
    .command('erase')
    .description('erase all that is stored of a document, at every partner; it cannot be undone')
    .requiredOption('--type-id <id>', 'id of the document, as events carry it')
    .option('--company <id>', 'only what came of events of this company', parseId)
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
