import { databaseFindings } from './database-findings.js';
import type { DatabaseState } from './database-state.sql.js';

const WELL: DatabaseState = {
  version: '18.4',
  major: 18,
  isReplica: false,
  aheadMs: 3,
  isDirect: true,
  isAbovePolicies: false,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', max_connections: '100' },
  writeRefused: null,
  missingMigrations: [],
};

function verdictsOf(difference: Partial<DatabaseState>): Record<string, string> {
  const findings = databaseFindings({ ...WELL, ...difference });
  for (const { verdict, advice } of findings) expect(advice === null).toBe(verdict === 'ok');
  return Object.fromEntries(
    findings.filter(({ verdict }) => verdict !== 'ok').map(({ point, verdict }) => [point, verdict]),
  );
}

describe('The doctor’s findings about a database', () => {
  it('are all fine for a healthy database', () => {
    expect(verdictsOf({})).toEqual({});
    expect(verdictsOf({ missingMigrations: null })).toEqual({});
  });

  it.each<[string, Partial<DatabaseState>, Record<string, string>]>([
    ['a full disk', { writeRefused: 'could not extend file: No space left on device' }, { writing: 'wrong' }],
    ['a replica', { isReplica: true }, { database: 'wrong' }],
    ['an old version', { major: 14 }, { database: 'warning' }],
    ['a pooler', { isDirect: false }, { pooler: 'warning' }],
    ['a superuser', { isAbovePolicies: true }, { role: 'warning' }],
    ['a missing migration', { missingMigrations: ['Later'] }, { migrations: 'warning' }],
    ['a clock some seconds off', { aheadMs: -3_000 }, { clock: 'warning' }],
    ['a clock minutes off', { aheadMs: 120_000 }, { clock: 'wrong' }],
    ['no fsync', { settings: { ...WELL.settings, fsync: 'off' } }, { durability: 'wrong' }],
    [
      'commits that wait for nothing',
      { settings: { ...WELL.settings, synchronous_commit: 'off' } },
      { durability: 'wrong' },
    ],
  ])('of %s', (_what, difference, expected) => {
    expect(verdictsOf(difference)).toEqual(expected);
  });
});
