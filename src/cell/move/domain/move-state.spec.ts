import { canBeUndone, IllegalStep, isMoveState, isUnfinished, requireStep } from './move-state.js';

describe('The state of a move', () => {
  it.each([
    ['planned', 'switched'],
    ['following', 'verified'],
    ['paused', 'switched'],
    ['switched', 'undone'],
    ['switched', 'following'],
    ['done', 'copying'],
  ] as const)('does not go from %s to %s', (from, to) => {
    expect(() => requireStep(from, to)).toThrow(IllegalStep);
  });

  it('returns from a pause to the cell that served the partner', () => {
    for (const state of ['paused', 'verified'] as const)
      expect(() => requireStep(state, 'following')).not.toThrow();
  });

  it('can be undone until the target serves the partner', () => {
    const states = ['planned', 'copying', 'following', 'paused', 'verified', 'switched', 'done', 'undone'];
    const known = states.filter(isMoveState);
    expect(known).toEqual(states);
    expect(known.filter(canBeUndone)).toEqual(states.slice(0, 5));
    expect(known.filter(isUnfinished)).toEqual(states.slice(0, 6));
  });
});
