import { randomBytes } from 'node:crypto';
import { TestApp } from '../support/app.js';
import { startReceiver } from '../support/receiver.js';
import { serviceProcess } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';

const SUBSCRIPTIONS = 116;
/** Megabytes of the old generation: fewer than the texts of the subscriptions take. */
const HEAP_MB = 112;
const PATIENCE_MS = 300_000;

/** Subscriptions written before there were limits on them. */
export function largeSubscriptions(): void {
  it(
    'is delivered to more subscriptions than the memory holds, and again after a kill',
    async () => {
      const [database, receiver] = [await testDatabase(), await startReceiver()];
      const pool = databaseReader(database.url);
      const service = await serviceProcess({
        ...receiver.environment,
        DATABASE_URL: database.url,
        SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      });
      try {
        await service.start();
        const app = new TestApp(service.url, pool, async () => undefined);
        const { key, companyId } = await app.partner();
        const body = { type: 'document.sent', isActive: true, url: receiver.url, includePaths: ['id'] };
        for (let count = 0; count < SUBSCRIPTIONS; count++) {
          expect((await app.request('POST', '/partner/webhookSubscription', { key, body })).status).toBe(201);
        }
        // Each accepts every document whose id is not one of a hundred texts of ten thousand characters.
        await pool.query(
          `UPDATE webhook_subscription SET conditions = json_build_object('id', json_build_object('$nin',
             (SELECT json_agg(id || '-' || n || repeat('x', 10000)) FROM generate_series(1, 100) AS n)))`,
        );
        await pool.query('UPDATE partner SET subscriptions_version = subscriptions_version + 1');
        const event = { type: 'document.sent', companyId, data: { id: 'x' } };

        const first = await app.internal('POST', '/internal/event', { ...event, typeId: 'first' });
        expect(first.body).toMatchObject({ accepted: [{ deliveries: SUBSCRIPTIONS }] });

        await receiver.arrived(10);
        await service.end('SIGKILL');
        await service.start();
        const second = await app.internal('POST', '/internal/event', { ...event, typeId: 'second' });
        expect(second.body).toMatchObject({ accepted: [{ deliveries: SUBSCRIPTIONS }] });
        const sources = (typeId: string): Set<number> =>
          new Set(receiver.requests.flatMap(({ json }) => (json.typeId === typeId ? [json.sourceId] : [])));
        for (let expected = 2 * SUBSCRIPTIONS; sources('first').size + sources('second').size < expected;) {
          await receiver.arrived(receiver.requests.length + 1);
        }
        const { text } = await app.request('GET', '/metrics', {});
        expect(text).toMatch(/^livery_partners_matched_by_page 1$/m);
      } finally {
        await service.end('SIGKILL');
        await pool.end();
        await receiver.stop();
        await database.drop();
      }
    },
    PATIENCE_MS,
  );
}
