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
  const group = program.command('company').description('attach companies to partners, detach and list them');

  group
    .command('attach')
    .description('let the events of a company reach a partner')
    .requiredOption(...PARTNER)
    .requiredOption(...COMPANY)
    .action(
      session.reporting(async ({ partner, company }: Association) => {
        await (await session.use(PartnerService)).attach(partner, company);
        return {
          view: { partnerId: partner, companyId: company, attached: true },
          text: `Company ${company} belongs to partner ${partner}.`,
        };
      }),
    );

  group
    .command('detach')
    .description('keep the events of a company from a partner')
    .requiredOption(...PARTNER)
    .requiredOption(...COMPANY)
    .action(
      session.reporting(async ({ partner, company }: Association) => {
        await (await session.use(PartnerService)).detach(partner, company);
        return {
          view: { partnerId: partner, companyId: company, attached: false },
          text: `Company ${company} does not belong to partner ${partner}.`,
        };
      }),
    );

  group
    .command('list')
    .description('list the companies of a partner')
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
