import { Conditions } from './conditions/conditions.js';
import { DEFAULT_OPTIONS } from './delivery-options.js';
import { IncludePaths } from './include-paths.js';
import { after, changeBetween } from './subscription-history.js';
import { type SubscriptionFields, WebhookSubscription } from './webhook-subscription.js';

const now = new Date('2026-02-03T04:05:06.000Z');
const fields: SubscriptionFields = {
  type: 'document.sent',
  isActive: true,
  url: 'https://hooks.partner.example/',
  authType: 'basicauth',
  sealedAuthData: 'sealed credentials',
  includePaths: IncludePaths.parse(['id']),
  conditions: Conditions.parse({ status: 'sent' }),
  ...DEFAULT_OPTIONS,
};
const state = {
  type: 'document.sent',
  isActive: true,
  url: 'https://hooks.partner.example/',
  authType: 'basicauth',
  authData: '********',
  includePaths: ['id'],
  conditions: { status: 'sent' },
  ...DEFAULT_OPTIONS,
  deletedReason: null,
};
const present = WebhookSubscription.create({ id: 7, partnerId: 3 }, fields, 'sealed secret', now);
const deleted = present.delete('retries_exhausted', now);
const previousUntil = now;

describe('A change of a subscription', () => {
  it.each<[string, WebhookSubscription | null, WebhookSubscription, object | null, object]>([
    ['created', null, present, null, state],
    [
      'updated',
      present,
      present.change({ ...fields, isActive: false, includePaths: IncludePaths.parse([]) }, now),
      { isActive: true, includePaths: ['id'] },
      { isActive: false, includePaths: [] },
    ],
    [
      'updated',
      present,
      present.change({ ...fields, sealedAuthData: 'others' }, now),
      { authData: '********' },
      { authData: '********' },
    ],
    [
      'updated',
      present,
      present.change({ ...fields, authType: null, sealedAuthData: null }, now),
      { authType: 'basicauth', authData: '********' },
      { authType: null, authData: null },
    ],
    [
      'updated',
      present,
      present
        .change({ ...fields, signing: 'ed25519' }, now)
        .rotateSecret({ secret: 'new', previous: 'sealed secret', previousUntil }, now),
      { signing: 'hmac' },
      { signing: 'ed25519' },
    ],
    ['deleted', present, deleted, { deletedReason: null }, { deletedReason: 'retries_exhausted' }],
    [
      'restored',
      deleted,
      deleted.restore(now),
      { deletedReason: 'retries_exhausted' },
      { deletedReason: null },
    ],
    [
      'secretRotated',
      present,
      present.rotateSecret({ secret: 'new', previous: 'sealed secret', previousUntil }, now),
      {},
      {},
    ],
  ])('is %s', (action, from, to, before, members) => {
    const change = changeBetween(from, to);
    expect(change).toMatchObject({ action, before });
    expect(after(change)).toEqual(members);
    expect(JSON.stringify(change)).not.toContain('sealed');
  });
});
