import type { Command } from 'commander';
import type { Sender } from '../email/domain/sender.js';
import { SenderBody, SenderView } from '../email/sender/sender.dto.js';
import { SenderService } from '../email/sender/sender.service.js';
import type { Session } from './session.js';
import { readFileArgument } from './file-argument.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

const PARTNER = ['--partner <id>', 'id of the partner', parseId] as const;

interface SenderOptions {
  readonly partner: number;
  readonly from: string;
  readonly dkimDomain?: string;
  readonly dkimSelector?: string;
  readonly dkimKeyFile?: string;
}

/** livery sender …: the addresses from which partners' emails are sent. */
export function senderCommands(program: Command, session: Session): void {
  const group = program
    .command('sender')
    .description('Send the emails of a partner from its own address, signed with DKIM.');

  group
    .command('set')
    .description('Set the sender of a partner, replacing the former one.')
    .requiredOption(...PARTNER)
    .requiredOption('--from <address>', 'address of the sender')
    .option('--dkim-domain <domain>', 'domain to sign for')
    .option('--dkim-selector <name>', 'selector of the key: its name under _domainkey')
    .option('--dkim-key-file <path>', 'file with the private key as PEM')
    .action(
      session.reporting(async (options: SenderOptions) => {
        const body = await session.validated(SenderBody, await bodyOf(options));
        const senders = await session.use(SenderService);
        const { sender } = await senders.put(options.partner, SenderBody.fieldsOf(body), null);
        return {
          view: SenderView.of(sender),
          text: `Emails of partner ${options.partner} are sent from ${sender.from}. To check its DNS records: livery doctor`,
        };
      }),
    );

  group
    .command('show')
    .description('Show the sender of a partner.')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        const sender = await (await session.use(SenderService)).find(partner);
        return { view: SenderView.of(sender), text: formatTable(rowsOf(sender), '') };
      }),
    );

  group
    .command('remove')
    .description('Send the emails of a partner from MAIL_FROM again.')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        await (await session.use(SenderService)).delete(partner, null);
        return {
          view: { partnerId: partner },
          text: `Emails of partner ${partner} are sent from MAIL_FROM again.`,
        };
      }),
    );
}

async function bodyOf({ from, dkimDomain, dkimSelector, dkimKeyFile }: SenderOptions): Promise<object> {
  const given = [dkimDomain, dkimSelector, dkimKeyFile].some((option) => option !== undefined);
  if (!given) return { from };
  const privateKey = dkimKeyFile === undefined ? undefined : await readFileArgument(dkimKeyFile);
  const members = Object.entries({ domain: dkimDomain, selector: dkimSelector, privateKey });
  return { from, dkim: Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}

function rowsOf({ from, dkim }: Sender): string[][] {
  const key = dkim === null ? 'not signed' : `${dkim.selector}._domainkey.${dkim.domain}`;
  return [
    ['from', from],
    ['dkim', key],
  ];
}
