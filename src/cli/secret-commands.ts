import type { Command } from 'commander';
import { type CheckedColumn, SecretCheck } from './secret-check.js';
import { type RotatedColumn, SecretRotation } from './secret-rotation.js';
import type { Session } from './session.js';
import { formatTable } from './text-table.js';

const STEPS = `
To give up a key: put a new one before the old ones in SECRET_KEYS, restart the service, run
this, then take the old ones out of SECRET_KEYS and restart the service once more.`;

/** livery secrets …: the stored secrets and the keys they are sealed with. */
export function secretCommands(program: Command, session: Session): void {
  const group = program
    .command('secrets')
    .description('seal stored secrets with another key, or try to open them');

  group
    .command('check')
    .description('open every stored secret, and count which key opens how many')
    .action(
      session.reportingForCells(async () => {
        const checked = await (await session.use(SecretCheck)).run();
        const text = [formatTable(checked.map(countsOf), ''), ...checked.flatMap(lostOf)].join('\n');
        return { view: checked, text, failure: failureOf(checked) };
      }),
    );

  group
    .command('rotate')
    .description('seal every stored secret anew with the first of SECRET_KEYS')
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
    `${resealed} sealed anew`,
    `${current} were already`,
    `${unreadable.length} unreadable`,
  ];
}

function countsOf({ table, column, opened, unreadable }: CheckedColumn): string[] {
  const counts = Object.entries(opened).map(([key, count]) => `${count} with ${key}`);
  return [`${table}.${column}`, counts.join(', ') || 'none opened', `${unreadable.length} unreadable`];
}

function lostOf({ table, column, unreadable }: CheckedColumn): string[] {
  return unreadable.map(
    ({ partnerId, row }) => `No key opens ${table}.${column} of row ${row}, partner ${partnerId}.`,
  );
}

function failureOf(columns: readonly { readonly unreadable: readonly object[] }[]): string | null {
  const unreadable = columns.reduce((sum, column) => sum + column.unreadable.length, 0);
  return unreadable === 0
    ? null
    : `${unreadable} secrets cannot be opened with any of SECRET_KEYS (--json lists them).`;
}
