import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { JwtSettingBody, JwtSettingView } from '../partner/jwt-setting.dto.js';
import { JwtSettingService } from '../partner/jwt-setting.service.js';
import { jwtAlgorithms } from '../partner/domain/jwt-algorithm.js';
import type { JwtSetting } from '../partner/domain/jwt-setting.js';
import type { Session } from './session.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

const PARTNER = ['--partner <id>', 'id of the partner', parseId] as const;

interface JwtArguments {
  readonly partner: number;
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl?: string;
  readonly publicKeyFile?: string;
  readonly algorithm: string[];
}

/** livery jwt …: the rules by which tokens of partners' own identity providers are verified. */
export function jwtCommands(program: Command, session: Session): void {
  const group = program
    .command('jwt')
    .description("let a partner use its identity provider's tokens, or no longer");

  group
    .command('set')
    .description('say how the tokens of a partner are verified, in place of what was said before')
    .requiredOption(...PARTNER)
    .requiredOption('--issuer <text>', 'their iss')
    .requiredOption('--audience <text>', 'their aud')
    .option('--jwks-url <url>', 'where the identity provider publishes its keys')
    .option('--public-key-file <path>', 'the key itself, in PEM form, instead of a URL')
    .requiredOption('--algorithm <name...>', `what they are signed with: ${jwtAlgorithms.join(', ')}`)
    .action(
      session.reporting(
        async ({ partner, issuer, audience, jwksUrl, publicKeyFile, algorithm }: JwtArguments) => {
          const publicKey = publicKeyFile === undefined ? undefined : await readFile(publicKeyFile, 'utf8');
          const body = await session.validated(JwtSettingBody, {
            issuer,
            audience,
            jwksUrl,
            publicKey,
            algorithms: algorithm,
          });
          const settings = await session.use(JwtSettingService);
          const { setting } = await settings.put(partner, JwtSettingBody.fieldsOf(body), null);
          return {
            view: JwtSettingView.of(setting),
            text: `Set how the tokens of partner ${partner} are verified.`,
          };
        },
      ),
    );

  group
    .command('show')
    .description('show how the tokens of a partner are verified')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        const setting = await (await session.use(JwtSettingService)).find(partner);
        return { view: JwtSettingView.of(setting), text: formatTable(rowsOf(setting), '') };
      }),
    );

  group
    .command('remove')
    .description('let the tokens of a partner open nothing')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        await (await session.use(JwtSettingService)).delete(partner, null);
        return { view: { partnerId: partner }, text: `The tokens of partner ${partner} open nothing now.` };
      }),
    );
}

function rowsOf({ issuer, audience, jwksUrl, publicKey, algorithms }: JwtSetting): string[][] {
  return [
    ['issuer', issuer],
    ['audience', audience],
    jwksUrl === null ? ['public key', publicKey?.trim() ?? ''] : ['keys at', jwksUrl],
    ['algorithms', algorithms.join(', ')],
  ];
}
