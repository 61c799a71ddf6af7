import type { ExaminedCell } from '../../cell/cell-examination.service.js';
import { moveFindings } from './move-findings.js';

const NOTHING = { walLevel: 'logical', unfinished: [], slots: [], fenced: [] };
const MOVE = {
  partnerId: 17,
  source: 'a',
  target: 'b',
  state: 'following',
  startedBy: 'ops@jump',
  changedAt: new Date('2026-11-23T12:00:00Z'),
};
const SLOT = { name: 'livery_move_17', partnerId: 17, isActive: false, bytesBehind: 3 * 1_048_576 };

const cell = (moves: Partial<NonNullable<ExaminedCell['moves']>>): ExaminedCell => ({
  name: 'a',
  known: [],
  fault: null,
  missingIn: [],
  moves: { ...NOTHING, ...moves },
  processes: [],
});

describe('The findings about moves', () => {
  it('are fine without moves, and say whether partners can be moved away', () => {
    const found = moveFindings([cell({}), cell({ walLevel: 'replica' })]);
    expect(found.map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
    expect(found[1]?.found).toContain('wal_level = logical');
  });

  it('give the next command of a move, and the lag of its target', () => {
    const [found] = moveFindings([cell({ unfinished: [MOVE], slots: [SLOT], fenced: [17] })]);
    expect(found).toMatchObject({ verdict: 'warning', point: 'partner 17' });
    expect(found?.found).toMatch(/following since .* by ops@jump.* keeps 3 MiB .* nothing reads it/);
    expect(found?.advice).toMatch(/partner move 17 --to b.*--undo/);
  });

  it('offer no undo for a move that has switched', () => {
    const [found] = moveFindings([cell({ unfinished: [{ ...MOVE, state: 'switched' }] })]);
    expect(found?.advice).not.toContain('--undo');
  });

  it('include a replication slot and a fence that belong to no move', () => {
    const found = moveFindings([cell({ slots: [SLOT], fenced: [18] })]);
    expect(found.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong', 'ok']);
    expect(found[0]?.advice).toContain(`pg_drop_replication_slot('livery_move_17')`);
    expect(found[1]?.found).toContain('Partner 18');
  });
});
