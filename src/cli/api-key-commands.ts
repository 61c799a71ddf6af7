import type { Command } from 'commander';
import { ApiKeyBody, ApiKeyView, NewApiKeyView } from '../partner/api-key.dto.js';
import { ApiKeyService } from '../partner/api-key.service.js';
import type { ApiKey } from '../partner/domain/api-key.js';
import type { Session } from './session.js';
import { readAllPages } from './all-pages.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

const PARTNER = ['--partner <id>', 'id of the partner', parseId] as const;

interface KeyArguments {
  readonly partner: number;
  readonly label?: string;
  readonly scope?: string[];
  readonly expiresAt?: string;
}

/** livery key …: the API keys of partners. */
export function apiKeyCommands(program: Command, session: Session): void {
  const group = program.command('key').description('Create, list and revoke API keys.');

  group
    .command('create')
    .description('Create an API key and print it. It cannot be shown again.')
    .requiredOption(...PARTNER)
    .option('--label <label>', 'purpose of the key')
    .option('--scope <scope...>', 'scopes of the key: read, write (default: both)')
    .option('--expires-at <time>', 'when the key expires, such as 2027-01-01T00:00:00Z (default: never)')
    .action(
      session.reporting(async ({ partner, label, scope, expiresAt }: KeyArguments) => {
        const body = await session.validated(ApiKeyBody, { label, scopes: scope, expiresAt });
        const { key, text } = await (
          await session.use(ApiKeyService)
        ).issue(partner, ApiKeyBody.optionsOf(body));
        return {
          view: NewApiKeyView.of(key, text),
          text: `${text}\nKey ${key.id} of partner ${partner}. Store it safely: it cannot be shown again.`,
        };
      }),
    );

  group
    .command('list')
    .description('List the API keys of a partner.')
    .requiredOption(...PARTNER)
    .option('--revoked', 'list the revoked ones instead')
    .action(
      session.reporting(async ({ partner, revoked = false }: { partner: number; revoked?: boolean }) => {
        const keys = await session.use(ApiKeyService);
        const all = await readAllPages((query) => keys.list(partner, query), { deleted: revoked });
        const text = formatTable(all.map(rowOf), 'No keys.');
        return { view: all.map((key) => ApiKeyView.of(key)), text };
      }),
    );

  group
    .command('revoke')
    .description('Revoke an API key. This cannot be undone.')
    .requiredOption(...PARTNER)
    .requiredOption('--key <id>', 'id of the key', parseId)
    .action(
      session.reporting(async ({ partner, key }: { partner: number; key: number }) => {
        await (await session.use(ApiKeyService)).revoke(partner, key, null);
        return { view: { id: key }, text: `Revoked key ${key} of partner ${partner}.` };
      }),
    );
}

function rowOf({ id, label, scopes, expiresAt, lastUsedAt }: ApiKey): string[] {
  return [
    String(id),
    label ?? '-',
    scopes.join(', '),
    expiresAt === null ? 'does not expire' : `expires ${expiresAt.toISOString()}`,
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`,
  ];
}
