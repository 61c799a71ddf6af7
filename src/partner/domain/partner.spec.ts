import { Partner } from './partner.js';

const created = new Date('2026-03-01T12:00:00.000Z');
const now = new Date('2026-03-02T12:00:00.000Z');
const partner = Partner.create(7, 'Acme', ['companyExpense', 'companyExpense'], created);

describe('A partner', () => {
  it('keeps each feature once', () => {
    expect(partner.features).toEqual(['companyExpense']);
  });

  it('changes only the given members', () => {
    expect(partner.update({ name: 'Acme AB' }, now)).toMatchObject({
      name: 'Acme AB',
      features: ['companyExpense'],
      createdAt: created,
      updatedAt: now,
    });
    expect(partner.update({ features: [] }, now)).toMatchObject({ name: 'Acme', features: [] });
  });

  it('has another tag after each visible change', () => {
    const renamed = partner.update({ name: 'Acme AB' }, now);
    const states = [partner, renamed, renamed.delete(now)];
    expect(new Set(states.map(({ tag }) => tag)).size).toBe(states.length);
    expect(partner.raiseSubscriptionsVersion().tag).toBe(partner.tag);
  });

  it('is not changed by an update to the same members', () => {
    expect(partner.update({ name: 'Acme', features: ['companyExpense'] }, now)).toBe(partner);
  });

  it('raises its subscriptions version when it is deleted or restored, and when its features change', () => {
    const deleted = partner.delete(now);
    const restored = deleted.restore(now);
    expect(deleted.isDeleted).toBe(true);
    expect(restored.isDeleted).toBe(false);
    expect(deleted.subscriptionsVersion).toBe(2);
    expect(restored.subscriptionsVersion).toBe(3);
    expect(partner.update({ features: [] }, now).subscriptionsVersion).toBe(2);
    expect(partner.update({ name: 'Other' }, now).subscriptionsVersion).toBe(1);
  });

  it('is not changed by a restoration if it is not deleted', () => {
    expect(partner.restore(now)).toBe(partner);
  });

  it('is immutable', () => {
    partner.update({ name: 'Other' }, now).delete(now);
    expect(partner).toMatchObject({ name: 'Acme', version: 1, deletedAt: null });
  });
});
