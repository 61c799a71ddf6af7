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
const FEATURES = `what it may use beyond the usual: ${features.join(', ')}`;

/** livery partner …: creates, changes and deletes partners. */
export function partnerCommands(program: Command, session: Session): void {
  const group = program
    .command('partner')
    .description('create, list, show, change, delete and restore partners');

  group
    .command('create')
    .description('create a partner')
    .requiredOption('--name <name>', 'its name')
    .option('--feature <feature...>', FEATURES)
    .option('--cell <name>', 'the cell that it is to be in (default: the home cell)')
    .action(
      session.reporting(async ({ name, feature }: { name: string; feature?: string[] }) => {
        const body = await session.validated(PartnerBody, { name, features: feature });
        const partners = await session.use(PartnerService);
        return said('Created', await partners.create({ name: body.name, features: body.features ?? [] }));
      }),
    );

  group
    .command('list')
    .description('list the partners, oldest first')
    .option('--deleted', 'those that are deleted')
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
    .description('show a partner')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) => {
        const partner = await (await session.use(PartnerService)).find(id);
        return { view: PartnerView.of(partner), text: formatTable([rowOf(partner)], '') };
      }),
    );

  group
    .command('update')
    .description('change what is given of a partner')
    .requiredOption(...ID)
    .option('--name <name>', 'its name')
    .option('--feature <feature...>', `${FEATURES}; takes the place of those it has`)
    .option('--no-feature', 'take all features away')
    .action(
      session.reporting(
        async ({ id, name, feature }: { id: number; name?: string; feature?: string[] | false }) => {
          const features = feature === false ? [] : feature;
          const changes = await session.validated(PartnerChangeBody, { name, features });
          return said('Changed', await (await session.use(PartnerService)).update(id, changes, null));
        },
      ),
    );

  group
    .command('delete')
    .description('delete a partner: its credentials stop working at once, its webhooks stop')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) => {
        await (await session.use(PartnerService)).delete(id, null);
        return { view: { id }, text: `Deleted partner ${id}; "partner restore" undoes it.` };
      }),
    );

  group
    .command('restore')
    .description('undo the deletion of a partner')
    .requiredOption(...ID)
    .action(
      session.reporting(async ({ id }: { id: number }) =>
        said('Restored', await (await session.use(PartnerService)).restore(id)),
      ),
    );
}

function said(what: string, partner: Partner): Report {
  return { view: PartnerView.of(partner), text: `${what} partner ${partner.id} "${partner.name}".` };
}

function rowOf({ id, name, features }: Partner): string[] {
  return [String(id), name, features.join(', ')];
}
