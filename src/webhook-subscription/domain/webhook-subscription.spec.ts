import { Conditions } from './conditions/conditions.js';
import { DEFAULT_OPTIONS } from './delivery-options.js';
import { IncludePaths } from './include-paths.js';
import { type SubscriptionFields, WebhookSubscription } from './webhook-subscription.js';

const created = new Date('2026-02-03T04:05:06.000Z');
const later = new Date('2026-02-04T00:00:00.000Z');

const fields: SubscriptionFields = {
  type: 'document.sent',
  isActive: true,
  url: 'https://hooks.partner.example/',
  authType: null,
  sealedAuthData: null,
  includePaths: IncludePaths.parse(['id']),
  conditions: Conditions.parse(null),
  ...DEFAULT_OPTIONS,
};

const present = WebhookSubscription.create({ id: 7, partnerId: 3 }, fields, 'sealed 1', created);

describe('WebhookSubscription', () => {
  it('is live at first, at version 1', () => {
    expect(present).toMatchObject({ id: 7, partnerId: 3, version: 1, isLive: true, tag: '7.1' });
    expect(present).toMatchObject({ createdAt: created, updatedAt: created, deletedAt: null });
  });

  it('returns a new object for a change, and stays unchanged itself', () => {
    const changed = present.change({ ...fields, isActive: false }, later);
    expect(changed).toMatchObject({ isActive: false, isLive: false, version: 2, updatedAt: later });
    expect(changed.createdAt).toEqual(created);
    expect(present).toMatchObject({ isActive: true, version: 1, updatedAt: created });
  });

  it('is not live while deleted, and is restored unchanged', () => {
    const deleted = present.delete('retries_exhausted', later);
    expect(deleted).toMatchObject({
      isLive: false,
      deletedAt: later,
      deletedReason: 'retries_exhausted',
      version: 2,
    });
    const restored = deleted.restore(later);
    expect(restored).toMatchObject({
      ...fields,
      isLive: true,
      deletedAt: null,
      deletedReason: null,
      version: 3,
    });
  });

  it.each([
    ['deliveryFailed', false, true],
    ['deliveryFailed', true, true],
    ['endpointFailed', false, true],
    ['endpointFailed', true, false],
  ] as const)(
    'with deleteWhen %s, and an answer since its first attempt: %s, is deleted by an exhausted delivery: %s',
    (deleteWhen, isAnsweredSince, isDeleted) => {
      const subscription = present.change({ ...fields, deleteWhen }, created);
      const after = subscription.exhausted(isAnsweredSince, later);
      if (isDeleted) expect(after).toMatchObject({ deletedReason: 'retries_exhausted', deletedAt: later });
      else expect(after).toBe(subscription);
    },
  );

  it('is not changed by a restoration without a deletion', () => {
    expect(present.restore(later)).toBe(present);
  });

  it('also signs with the old secret until that expires after a rotation', () => {
    expect(present.signsWithPreviousSecret(created)).toBe(false);
    const day = 24 * 3_600_000;
    const previousUntil = new Date(created.getTime() + day);
    const rotated = present.rotateSecret(
      { secret: 'sealed 2', previous: 'sealed 1 again', previousUntil },
      created,
    );
    expect(rotated).toMatchObject({
      sealedSecret: 'sealed 2',
      sealedPreviousSecret: 'sealed 1 again',
      version: 2,
    });
    expect(rotated.signsWithPreviousSecret(new Date(created.getTime() + day - 1))).toBe(true);
    expect(rotated.signsWithPreviousSecret(new Date(created.getTime() + day))).toBe(false);
  });

  it('cannot have one of authType and authData without the other', () => {
    expect(() => present.change({ ...fields, authType: 'basicauth' }, later)).toThrow(TypeError);
    expect(() => present.change({ ...fields, sealedAuthData: 'sealed' }, later)).toThrow(TypeError);
  });
});
