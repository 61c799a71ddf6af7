import { completed } from '../../shared/domain/steps.js';
import { explaining } from './explanation.js';
import type { DecidingState, StateThen } from './state-then.js';

const LIVE: DecidingState = {
  type: 'document.accepted',
  isActive: true,
  conditions: { status: 'accepted', 'data.amount': { $gt: 10 }, id: { $exists: true } },
  deletedReason: null,
};
const DOCUMENT = { id: 'x', status: 'denied', data: { amount: 7 } };

describe('An event that did not trigger a subscription', () => {
  const explain = (state: DecidingState | null, asOf: StateThen['asOf'] = 'then', isAttached = true) =>
    completed(explaining({ asOf, state }, { type: 'document.accepted', isAttached }, () => DOCUMENT));

  it.each<[string | null, DecidingState | null, StateThen['asOf'], boolean]>([
    ['not_subscribed_yet', null, 'then', true],
    ['company_not_attached', LIVE, 'now', false],
    ['conditions', LIVE, 'then', false],
    ['deleted', { ...LIVE, deletedReason: 'requested', isActive: false, type: 'x' }, 'then', true],
    ['inactive', { ...LIVE, isActive: false, type: 'x' }, 'then', true],
    ['other_type', { ...LIVE, type: 'document.viewed' }, 'now', true],
    ['conditions', LIVE, 'now', true],
    [null, { ...LIVE, conditions: null }, 'now', true],
    [null, { ...LIVE, conditions: { status: 'denied' } }, 'now', true],
  ])('is explained by %s', (reason, state, asOf, isAttached) => {
    expect(explain(state, asOf, isAttached)).toMatchObject({ reason, asOf });
  });

  it('is explained by being about the subscription itself, if it would have triggered it otherwise', () => {
    const state = { ...LIVE, type: 'webhookSubscription.failing' as const, conditions: null };
    const about = { type: 'webhookSubscription.failing', isAttached: false };
    expect(completed(explaining({ asOf: 'then', state }, about, () => DOCUMENT)).reason).toBe('about_itself');
    expect(completed(explaining({ asOf: 'now', state }, about, () => DOCUMENT)).reason).toBeNull();
  });

  it('is explained by a missing feature of the partner, if there is no other reason', () => {
    const state = { ...LIVE, type: 'companyExpense.created' as const, conditions: null };
    const event = { type: 'companyExpense.created', isAttached: true };
    const reasonOf = (asOf: StateThen['asOf'], of: DecidingState) =>
      completed(explaining({ asOf, state: of }, event, () => DOCUMENT)).reason;
    expect(reasonOf('then', state)).toBe('feature_missing');
    expect(reasonOf('then', { ...state, isActive: false })).toBe('inactive');
    expect(reasonOf('now', state)).toBeNull();
  });

  it('is explained by the unmet conditions, with the values in the document', () => {
    expect(explain(LIVE).failing).toEqual([
      { path: 'status', expected: 'accepted', found: ['denied'], truncated: false, matches: false },
      { path: 'data.amount', expected: { $gt: 10 }, found: [7], truncated: false, matches: false },
    ]);
  });

  it('is not read if the conditions are not the reason', () => {
    const document = () => {
      throw new Error('It was read.');
    };
    const state = { ...LIVE, isActive: false };
    const event = { type: 'document.accepted', isAttached: true };
    expect(completed(explaining({ asOf: 'then', state }, event, document)).reason).toBe('inactive');
  });
});
