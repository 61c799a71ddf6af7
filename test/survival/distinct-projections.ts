import { randomBytes } from 'node:crypto';
import { TestApp } from '../support/app.js';
import { startReceiver } from '../support/receiver.js';
import { serviceProcess } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';

const SUBSCRIPTIONS = 600;
const POSTED_AT_ONCE = 15;
/** Megabytes of the old generation: a third of the size of all projections. */
const HEAP_MB = 192;
const ARRIVALS = 60;
const PATIENCE_MS = 300_000;

/** The subscriptions of one partner, each of which selects another megabyte of the same document. */
export function distinctProjections(): void {
  it(
    'is stored for more distinct projections than the memory holds, and holds up no other partner',
    async () => {
      const [database, receiver, other] = [
        await testDatabase(),
        await startReceiver(),
        await startReceiver(),
      ];
      const pool = databaseReader(database.url);
      const service = await serviceProcess({
        ...receiver.environment,
        WEBHOOK_EGRESS_ALLOW: '127.0.0.1/32',
        DATABASE_URL: database.url,
        SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      });
      try {
        await service.start();
        const app = new TestApp(service.url, pool, async () => undefined);
        const [greedy, modest] = [await app.partner(), await app.partner()];
        const subscribe = async (
          key: string,
          url: string,
          includePaths: readonly string[],
        ): Promise<void> => {
          const body = { type: 'document.sent', isActive: true, url, includePaths };
          const { status } = await app.request('POST', '/partner/webhookSubscription', { key, body });
          expect(status).toBe(201);
        };
        await subscribe(modest.key, other.url, ['*']);
        for (let from = 0; from < SUBSCRIPTIONS; from += POSTED_AT_ONCE) {
          await Promise.all(
            Array.from({ length: POSTED_AT_ONCE }, (_, n) =>
              subscribe(greedy.key, receiver.url, ['text', `p${from + n}`]),
            ),
          );
        }
        const members = Array.from({ length: SUBSCRIPTIONS }, (_, n) => [`p${n}`, n]);
        const data = { text: 'x'.repeat(1_000_000), ...Object.fromEntries(members) };
        const report = (companyId: number, typeId: string, document: object) =>
          app.internal('POST', '/internal/event', {
            type: 'document.sent',
            companyId,
            typeId,
            data: document,
          });

        const large = report(greedy.companyId, 'large', data);
        const small = await report(modest.companyId, 'small', { id: 'x' });
        expect(small.body).toMatchObject({ accepted: [{ deliveries: 1 }] });
        expect((await large).body).toMatchObject({ accepted: [{ deliveries: SUBSCRIPTIONS }] });

        // Far more than are stored as projections, so most are projected when they are claimed.
        await receiver.arrived(ARRIVALS);
        await report(modest.companyId, 'later', { id: 'y' });
        await other.arrived(2);
        for (const { json } of receiver.requests.slice(0, ARRIVALS)) {
          const [path] = Object.keys(json.data).filter((name) => name !== 'text');
          expect(json.data).toEqual({ text: data.text, [String(path)]: Number(path?.slice(1)) });
        }
        const { rows } = await pool.query<{ later: number; stored: string; accountedFor: number }>(
          `SELECT cardinality(array_positions(subscription_projections, -2::smallint)) AS later,
             octet_length(projections) AS stored, (SELECT count(DISTINCT subscription_id)::int FROM (
               SELECT subscription_id FROM delivery_attempt UNION ALL SELECT subscription_id FROM delivery_attempt_log
             ) AS d WHERE subscription_id = ANY (subscription_ids)) AS "accountedFor"
           FROM event WHERE type_id = 'large'`,
        );
        expect(Number(rows[0]?.stored)).toBeLessThan(17 * 1_048_576);
        expect(rows[0]?.later).toBeGreaterThan(SUBSCRIPTIONS - 20);
        expect(rows[0]?.accountedFor).toBeGreaterThan(SUBSCRIPTIONS - 20);

        const late = receiver.requests[ARRIVALS - 1];
        const detail = await app.request('GET', `/partner/delivery/${String(late?.headers['webhook-id'])}`, {
          key: greedy.key,
        });
        expect(detail.body.body).toBe(late?.body.toString());
      } finally {
        await service.end('SIGKILL');
        await pool.end();
        await Promise.all([receiver.stop(), other.stop()]);
        await database.drop();
      }
    },
    PATIENCE_MS,
  );
}
