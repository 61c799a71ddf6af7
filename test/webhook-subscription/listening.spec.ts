import { randomBytes } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { Pool } from 'pg';
import { createApp } from '../../src/app.setup.js';
import { SERVICE } from '../../src/partner/domain/actor.js';
import { AuthenticatedPartner } from '../../src/partner/domain/authenticated-partner.js';
import { PartnerService } from '../../src/partner/partner.service.js';
import { Settings } from '../../src/shared/settings.js';
import {
  SUBSCRIPTION_CHANGED,
  SubscriptionChanged,
} from '../../src/webhook-subscription/domain/subscription-changed.js';
import { basicAuth } from '../../src/webhook-subscription/domain/auth/basic-auth.js';
import { validSecrets } from '../../src/webhook-subscription/domain/signing.js';
import { WebhookSubscriptionService } from '../../src/webhook-subscription/webhook-subscription.service.js';
import { databaseReader, testDatabase, type TestDatabase } from '../support/test-database.js';

const chosen = {
  type: 'document.sent',
  isActive: true,
  url: 'https://hooks.partner.example/',
  includePaths: ['id'],
} as const;

describe('Webhook subscriptions as deliveries see them', () => {
  let database: TestDatabase;
  let app: INestApplication;
  let pool: Pool;
  let service: WebhookSubscriptionService;

  beforeAll(async () => {
    database = await testDatabase();
    app = await createApp(
      new Settings({
        DATABASE_URL: database.url,
        SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        LOG_LEVEL: 'silent',
      }),
    );
    pool = databaseReader(database.url);
    service = app.get(WebhookSubscriptionService);
  });
  afterAll(async () => {
    await pool.end();
    await app.close();
    await database.drop();
  });

  async function partner(): Promise<AuthenticatedPartner> {
    const { id, name } = await app.get(PartnerService).create({ name: 'Acme', features: [] });
    return new AuthenticatedPartner(id, name, [], ['read', 'write'], SERVICE);
  }

  it('are listed for each partner, with the version of that state', async () => {
    const [acme, bolt, empty] = [await partner(), await partner(), await partner()];
    const first = await service.create(acme, chosen);
    const inactive = await service.create(acme, { ...chosen, isActive: false });
    const deleted = await service.create(acme, chosen);
    await service.delete(acme, deleted.id, null);
    const other = await service.create(bolt, { ...chosen, conditions: { a: 1 } });

    const type = 'document.sent' as const;
    const ranges = [acme.id, bolt.id, empty.id, 2_147_483_647].map((partnerId) => ({
      partnerId,
      type,
      after: 0,
    }));
    const listening = await service.pagesOf(ranges, 1_000_000);
    const ids = new Map(listening.map((one) => [one.partnerId, one.subscriptions.map(({ id }) => id)]));
    expect(ids).toEqual(
      new Map([
        [acme.id, [first.id]],
        [bolt.id, [other.id]],
        [empty.id, []],
      ]),
    );
    const { rows } = await pool.query('SELECT id, subscriptions_version FROM partner');
    for (const { partnerId, subscriptionsVersion, isLast } of listening) {
      expect(rows).toContainEqual({ id: partnerId, subscriptions_version: subscriptionsVersion });
      expect(isLast).toBe(true);
    }
    const [found] = listening
      .flatMap(({ subscriptions }) => subscriptions)
      .filter(({ id }) => id === other.id);
    expect(found?.conditions.match({ a: 1 })).toBe(true);
    expect(found?.conditions.match({ a: 2 })).toBe(false);
    expect(found?.includePaths.project({ id: 1, b: 2 })).toEqual({ id: 1 });
    expect(
      await service.pagesOf([{ partnerId: acme.id, type: 'document.viewed', after: 0 }], 1),
    ).toMatchObject([{ subscriptions: [], isLast: true }]);
    expect(inactive.isLive).toBe(false);
  });

  it('have pages of limited bytes, each subscription in one of them', async () => {
    const acme = await partner();
    const ids: number[] = [];
    for (const size of [10, 9_000, 9_000, 10, 9_000]) {
      const conditions = { name: 'x'.repeat(size) };
      ids.push((await service.create(acme, { ...chosen, conditions })).id);
      await service.create(acme, { ...chosen, type: 'document.viewed' });
    }
    const pages: number[][] = [];
    for (let [after, isLast] = [0, false]; !isLast;) {
      const [page] = await service.pagesOf([{ partnerId: acme.id, type: 'document.sent', after }], 10_000);
      pages.push(page!.subscriptions.map(({ id }) => id));
      after = page!.subscriptions.at(-1)!.id;
      ({ isLast } = page!);
    }
    expect(pages.flat()).toEqual(ids);
    expect(pages.map(({ length }) => length)).toEqual([3, 2]);
  });

  it('have pages of at most 1,000 subscriptions of any size', async () => {
    const acme = await partner();
    const { id } = await service.create(acme, chosen);
    await pool.query(
      `INSERT INTO webhook_subscription (partner_id, type, is_active, url, include_paths, sealed_secret, created_at,
         updated_at, live_since)
       SELECT partner_id, type, is_active, url, include_paths, sealed_secret, created_at, updated_at, live_since
       FROM webhook_subscription CROSS JOIN generate_series(2, 2000) WHERE id = $1`,
      [id],
    );
    const pages: number[][] = [];
    for (let [after, isLast] = [0, false]; !isLast;) {
      const [page] = await service.pagesOf([{ partnerId: acme.id, type: 'document.sent', after }], 1_000_000);
      pages.push(page!.subscriptions.map((one) => one.id));
      after = page!.subscriptions.at(-1)?.id ?? after;
      ({ isLast } = page!);
    }
    expect(pages.map(({ length }) => length)).toEqual([1_000, 1_000, 0]);
    expect(new Set(pages.flat()).size).toBe(2_000);
  });

  it('report every change, in the transaction and then within the process', async () => {
    const acme = await partner();
    const listener = await pool.connect();
    const notifications: string[] = [];
    const heardTheEnd = new Promise<void>((resolve) => {
      listener.on('notification', ({ payload = '' }) => {
        if (payload === 'end') resolve();
        else notifications.push(payload);
      });
    });
    await listener.query('LISTEN livery_subscription');
    const emitted: SubscriptionChanged[] = [];
    app.get(EventEmitter2).on(SUBSCRIPTION_CHANGED, (change: SubscriptionChanged) => emitted.push(change));
    const versions: number[] = [];
    const look = async (): Promise<void> => {
      const [state] = await service.statesOf([{ partnerId: acme.id, id: 1 }]);
      versions.push(state?.subscriptionsVersion ?? 0);
    };

    await look();
    const { id } = await service.create(acme, chosen);
    await look();
    await service.update(acme, id, { isActive: false }, null);
    await look();
    await service.update(acme, id, { isActive: true }, null);
    await look();
    await service.rotateSecret(acme, id);
    await look();
    await service.delete(acme, id, null);
    await look();
    await service.restore(acme, id);
    await look();
    await expect(service.update(acme, id, { isActive: false }, '"other"')).rejects.toThrow();
    await look();

    expect(versions.map((version) => version - (versions[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 6]);
    expect(emitted.map(({ isLive }) => isLive)).toEqual([true, false, true, true, false, true]);
    expect(new Set(emitted.map(({ partnerId, subscriptionId }) => `${partnerId}:${subscriptionId}`))).toEqual(
      new Set([`${acme.id}:${id}`]),
    );
    await pool.query(`SELECT pg_notify('livery_subscription', 'end')`);
    await heardTheEnd;
    expect(notifications).toEqual(Array(6).fill(`${acme.id}:${id}`));
    listener.release(true);
  });

  it('have the address and credentials of a delivery, including the old secret after a rotation', async () => {
    const acme = await partner();
    const authData = { username: 'ada', password: 'påss:word' };
    const subscription = await service.create(acme, { ...chosen, authType: 'basicauth', authData });
    const secret = service.signingSecretOf(subscription);
    const before = service.endpointOf(await service.find(acme.id, subscription.id));
    expect(before).toEqual({
      url: 'https://hooks.partner.example/',
      auth: { type: basicAuth, data: authData },
      signingSecrets: [{ secret, until: null }],
      maxPerSecond: null,
    });

    const rotated = await service.rotateSecret(acme, subscription.id);
    const [state] = await service.statesOf([{ partnerId: acme.id, id: subscription.id }]);
    const endpoint = service.endpointOf(state!.subscription!);
    expect(endpoint.signingSecrets).toEqual([
      { secret: service.signingSecretOf(rotated), until: null },
      { secret, until: rotated.previousSecretUntil },
    ]);

    const bare = await service.update(acme, subscription.id, { authType: null }, null);
    expect(service.endpointOf(bare).auth).toBeNull();
    await pool.query(
      `UPDATE webhook_subscription SET previous_secret_until = now() - interval '1 ms' WHERE id = $1`,
      [subscription.id],
    );
    const later = service.endpointOf(await service.find(acme.id, subscription.id));
    expect(validSecrets(later.signingSecrets, new Date())).toEqual([service.signingSecretOf(rotated)]);
  });
});
