import type { Command } from 'commander';
import { JwtSettingBody, JwtSettingView } from '../partner/jwt-setting.dto.js';
import { JwtSettingService } from '../partner/jwt-setting.service.js';
import { jwtAlgorithms } from '../partner/domain/jwt-algorithm.js';
import type { JwtSetting } from '../partner/domain/jwt-setting.js';
import type { Session } from './session.js';
import { readFileArgument } from './file-argument.js';
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
    .description('Set how tokens of the identity provider of a partner are verified.');

  group
    .command('set')
    .description('Set how the tokens of a partner are verified, replacing the former settings.')
    .requiredOption(...PARTNER)
    .requiredOption('--issuer <text>', 'iss of the tokens')
    .requiredOption('--audience <text>', 'aud of the tokens')
    .option('--jwks-url <url>', 'address of the published keys of the identity provider')
    .option('--public-key-file <path>', 'file with the public key as PEM, instead of --jwks-url')
    .requiredOption('--algorithm <name...>', `algorithms of the signatures: ${jwtAlgorithms.join(', ')}`)
    .action(
      session.reporting(
        async ({ partner, issuer, audience, jwksUrl, publicKeyFile, algorithm }: JwtArguments) => {
          const publicKey = publicKeyFile === undefined ? undefined : await readFileArgument(publicKeyFile);
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
            text: `Tokens of partner ${partner} are now verified with these settings.`,
          };
        },
      ),
    );

  group
    .command('show')
    .description('Show how the tokens of a partner are verified.')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        const setting = await (await session.use(JwtSettingService)).find(partner);
        return { view: JwtSettingView.of(setting), text: formatTable(rowsOf(setting), '') };
      }),
    );

  group
    .command('remove')
    .description('Stop accepting the tokens of a partner.')
    .requiredOption(...PARTNER)
    .action(
      session.reporting(async ({ partner }: { partner: number }) => {
        await (await session.use(JwtSettingService)).delete(partner, null);
        return { view: { partnerId: partner }, text: `Tokens of partner ${partner} are no longer accepted.` };
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
