import type { Command } from 'commander';
import { type CheckedColumn, SecretCheck } from './secret-check.js';
import { type RotatedColumn, SecretRotation } from './secret-rotation.js';
import type { Session } from './session.js';
import { formatTable } from './text-table.js';

const STEPS = `
To retire a key: put a new one before the old ones in SECRET_KEYS and restart the service. Run
this command. Then remove the old keys from SECRET_KEYS, and restart the service again. With several
processes, see docs/operating.md first.`;

/** livery secrets …: the stored secrets and the keys that encrypt them. */
export function secretCommands(program: Command, session: Session): void {
  const group = program
    .command('secrets')
    .description('Check the stored secrets, or encrypt them with another key.');

  group
    .command('check')
    .description('Decrypt every stored secret, and count the secrets of each key.')
    .action(
      session.reportingForCells(async () => {
        const checked = await (await session.use(SecretCheck)).run();
        const text = [formatTable(checked.map(countsOf), ''), ...checked.flatMap(lostOf)].join('\n');
        return { view: checked, text, failure: failureOf(checked) };
      }),
    );

  group
    .command('rotate')
    .description('Encrypt every stored secret again, with the first of SECRET_KEYS.')
    .addHelpText('after', STEPS)
    .action(
      session.reportingForCells(async () => {
        const rotated = await (await session.use(SecretRotation)).run();
        return { view: rotated, text: formatTable(rotated.map(rowOf), ''), failure: failureOf(rotated) };
      }),
    );
}

function rowOf({ table, column, resealed, current, unreadable }: RotatedColumn): string[] {
  return [
    `${table}.${column}`,
    `${resealed} encrypted again`,
    `${current} unchanged`,
    `${unreadable.length} unreadable`,
  ];
}

function countsOf({ table, column, opened, unreadable }: CheckedColumn): string[] {
  const counts = Object.entries(opened).map(([key, count]) => `${count} with ${key}`);
  return [`${table}.${column}`, counts.join(', ') || 'none decrypted', `${unreadable.length} unreadable`];
}

function lostOf({ table, column, unreadable }: CheckedColumn): string[] {
  return unreadable.map(
    ({ partnerId, row }) => `No key decrypts ${table}.${column} of row ${row}, partner ${partnerId}.`,
  );
}

function failureOf(columns: readonly { readonly unreadable: readonly object[] }[]): string | null {
  const unreadable = columns.reduce((sum, column) => sum + column.unreadable.length, 0);
  return unreadable === 0
    ? null
    : `${unreadable} ${unreadable === 1 ? 'secret' : 'secrets'} cannot be decrypted with any of SECRET_KEYS (--json lists them).`;
}
