import type { Command } from 'commander';
import { PortalLinkService } from '../console/portal-link.service.js';
import { localUrl } from '../shared/http/listening.js';
import { Settings } from '../shared/settings.js';
import type { Session } from './session.js';
import { parseId } from './id-argument.js';

/** livery portal …: links into the console. */
export function portalCommands(program: Command, session: Session): void {
  program
    .command('portal')
    .description('Create links into the console.')
    .command('link')
    .description('Create a link that signs a partner in to the console. It works once, within 5 minutes.')
    .requiredOption('--partner <id>', 'id of the partner', parseId)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        const settings = await session.use(Settings);
        const links = await session.use(PortalLinkService);
        const link = await links.create(partner, settings.publicUrl ?? localUrl(settings));
        return {
          view: link,
          text: `${link.url}\nOpen it in a browser before ${link.expiresAt.toISOString()}. It works once.`,
        };
      }),
    );
}
