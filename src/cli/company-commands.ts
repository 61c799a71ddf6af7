import type { Command } from 'commander';
import { PartnerCompanyView } from '../partner/partner.dto.js';
import { PartnerService } from '../partner/partner.service.js';
import type { Session } from './session.js';
import { readAllPages } from './all-pages.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

const PARTNER = ['--partner <id>', 'id of the partner', parseId] as const;
const COMPANY = ['--company <id>', 'id of the company', parseId] as const;

interface Association {
  readonly partner: number;
  readonly company: number;
}

/** livery company …: the companies of partners. */
export function companyCommands(program: Command, session: Session): void {
  const group = program.command('company').description('Attach companies to partners, detach and list them.');

  group
    .command('attach')
    .description('Let a partner receive the events of a company.')
    .requiredOption(...PARTNER)
    .requiredOption(...COMPANY)
    .action(
      session.reporting(async ({ partner, company }: Association) => {
        await (await session.use(PartnerService)).attach(partner, company);
        return {
          view: { partnerId: partner, companyId: company, attached: true },
          text: `Company ${company} is attached to partner ${partner}.`,
        };
      }),
    );

  group
    .command('detach')
    .description('Stop sending the events of a company to a partner.')
    .requiredOption(...PARTNER)
    .requiredOption(...COMPANY)
    .action(
      session.reporting(async ({ partner, company }: Association) => {
        await (await session.use(PartnerService)).detach(partner, company);
        return {
          view: { partnerId: partner, companyId: company, attached: false },
          text: `Company ${company} is not attached to partner ${partner}.`,
        };
      }),
    );

  group
    .command('list')
    .description('List the companies of a partner.')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        const partners = await session.use(PartnerService);
        const all = await readAllPages((query) => partners.companiesOf(partner, query));
        return {
          view: all.map((company) => PartnerCompanyView.of(company)),
          text: formatTable(
            all.map(({ companyId }) => [String(companyId)]),
            'No companies.',
          ),
        };
      }),
    );
}
