import { type DecidingState, type HistoryAround, stateThen, type StateThen } from './state-then.js';

const LIVE: DecidingState = {
  type: 'document.accepted',
  isActive: true,
  conditions: null,
  deletedReason: null,
};

describe('A subscription when an event was accepted', () => {
  const accepted = new Date(1_000);
  const early = new Date(500);
  const late = new Date(1_500);
  const other = { ...LIVE, isActive: false };
  const none = { id: 1, createdAt: early, updatedAt: late, last: null, following: null, present: LIVE };
  const update = { action: 'updated', before: { isActive: false }, state: LIVE } as const;

  it.each<[string, HistoryAround, StateThen]>([
    ['the last change before it', { ...none, last: other, present: null }, { asOf: 'then', state: other }],
    [
      'its creation afterwards, whatever the clocks say',
      { ...none, following: { action: 'created', before: null, state: LIVE, beforeSince: null } },
      { asOf: 'then', state: null },
    ],
    ['the time of its creation', { ...none, createdAt: late }, { asOf: 'then', state: null }],
    ['no change ever since', { ...none, updatedAt: early }, { asOf: 'then', state: LIVE }],
    ['nothing, if it was changed without a record', none, { asOf: 'now', state: LIVE }],
    [
      'the values before the first recorded change',
      { ...none, following: { ...update, beforeSince: 500 } },
      { asOf: 'then', state: other },
    ],
    [
      'nothing, if they began after the event',
      { ...none, following: { ...update, beforeSince: 1_200 } },
      { asOf: 'now', state: LIVE },
    ],
  ])('is known from %s', (_, around, expected) => {
    expect(stateThen(around, accepted)).toEqual(expected);
  });
});
