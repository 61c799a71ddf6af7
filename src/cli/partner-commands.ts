import type { Command } from 'commander';
import { features } from '../partner/domain/feature.js';
import type { Partner } from '../partner/domain/partner.js';
import { PartnerBody, PartnerChangeBody, PartnerView } from '../partner/partner.dto.js';
import { PartnerService } from '../partner/partner.service.js';
import type { Report, Session } from './session.js';
import { readAllPages } from './all-pages.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

const ID = ['--id <id>', 'id of the partner', parseId] as const;
const FEATURES = `features of the partner: ${features.join(', ')}`;

/** livery partner …: creates, changes and deletes partners. */
export function partnerCommands(program: Command, session: Session): void {
  const group = program
    .command('partner')
    .description('Create, list, show, update, move, delete and restore partners.');

  group
    .command('create')
    .description('Create a partner.')
    .requiredOption('--name <name>', 'name of the partner')
    .option('--feature <feature...>', `${FEATURES} (default: none)`)
    .option('--cell <name>', 'cell of the partner (default: the home cell)')
    .action(
      session.reporting(async ({ name, feature }: { name: string; feature?: string[] }) => {
        const body = await session.validated(PartnerBody, { name, features: feature });
        const partners = await session.use(PartnerService);
        return reportOf('Created', await partners.create({ name: body.name, features: body.features ?? [] }));
      }),
    );

  group
    .command('list')
    .description('List the partners, oldest first.')
    .option('--deleted', 'list the deleted ones instead')
    .action(
      session.reportingForCells(async ({ deleted = false }: { deleted?: boolean }) => {
        const partners = await session.use(PartnerService);
        const all = await readAllPages((query) => partners.list(query), { deleted });
        const text = formatTable(all.map(rowOf), 'No partners.');
        return { view: all.map((partner) => PartnerView.of(partner)), text };
      }),
    );

  group
    .command('show')
    .description('Show a partner.')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) => {
        const partner = await (await session.use(PartnerService)).find(id);
        return { view: PartnerView.of(partner), text: formatTable([rowOf(partner)], '') };
      }),
    );

  group
    .command('update')
    .description('Change the given properties of a partner.')
    .requiredOption(...ID)
    .option('--name <name>', 'name of the partner')
    .option('--feature <feature...>', `${FEATURES}; replaces the present ones`)
    .option('--no-feature', 'remove all features')
    .action(
      session.reporting(
        async ({ id, name, feature }: { id: number; name?: string; feature?: string[] | false }) => {
          const features = feature === false ? [] : feature;
          const changes = await session.validated(PartnerChangeBody, { name, features });
          return reportOf('Changed', await (await session.use(PartnerService)).update(id, changes, null));
        },
      ),
    );

  group
    .command('delete')
    .description('Delete a partner. Its credentials stop working at once, and it gets no more webhooks.')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) => {
        await (await session.use(PartnerService)).delete(id, null);
        return {
          view: { id },
          text: `Deleted partner ${id}. To undo this: livery partner restore --id ${id}`,
        };
      }),
    );

  group
    .command('restore')
    .description('Undo the deletion of a partner.')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) =>
        reportOf('Restored', await (await session.use(PartnerService)).restore(id)),
      ),
    );
}

function reportOf(done: string, partner: Partner): Report {
  return { view: PartnerView.of(partner), text: `${done} partner ${partner.id} "${partner.name}".` };
}

function rowOf({ id, name, features }: Partner): string[] {
  return [String(id), name, features.join(', ')];
}
