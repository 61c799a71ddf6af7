import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { stripeOf } from '../../src/partner/domain/partner-stripe.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { eventOf, eventually, subscribe } from './deliveries.js';

/** The number of sessions that wait for an advisory lock of this database. */
const AWAITED = `
  SELECT objid::int AS stripe FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('The intake and a change of the same partner', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  let transaction: PoolClient;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp(receiver.environment);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    partner = await app.partner();
    await subscribe(app, partner, receiver);
    transaction = await app.database.connect();
    await transaction.query('BEGIN');
  });
  afterEach(() => transaction.release());

  /** Another partner of the same stripe. */
  async function partnerBeside({ id }: TestPartner): Promise<TestPartner> {
    for (;;) {
      const other = await app.partner();
      if (stripeOf(other.id) === stripeOf(id)) return other;
    }
  }

  const awaited = () =>
    eventually(
      () => app.database.query(AWAITED),
      ({ rowCount }) => rowCount === 1,
    );

  it('wait for each other: an event is accepted when the change is committed, and sees it', async () => {
    await transaction.query('SELECT bump_subscriptions_version($1)', [partner.id]);
    await transaction.query('UPDATE webhook_subscription SET is_active = false WHERE partner_id = $1', [
      partner.id,
    ]);
    const reported = app.internal('POST', '/internal/event', eventOf(partner));
    expect((await awaited()).rows).toEqual([{ stripe: stripeOf(partner.id) }]);
    await transaction.query('COMMIT');
    expect(await reported).toMatchObject({ status: 202, body: { accepted: [{ deliveries: 0 }] } });
  });

  it('wait for each other: a change is made when the events are committed', async () => {
    await transaction.query('SELECT lock_matched_partners($1, $2, $1, $3, $4)', [
      [partner.companyId],
      [],
      [partner.id],
      [0],
    ]);
    const changed = subscribe(app, partner, receiver);
    expect((await awaited()).rows).toEqual([{ stripe: stripeOf(partner.id) }]);
    await transaction.query('COMMIT');
    await changed;
  });

  it.each<[string, (other: TestPartner) => Promise<unknown>]>([
    ['a new subscription', (other) => subscribe(app, other, receiver)],
    ['another company', ({ id }) => app.internal('PUT', `/internal/partner/${id}/company/${randomInt(1e9)}`)],
    ['the end of the partner', ({ id }) => app.internal('DELETE', `/internal/partner/${id}`)],
  ])('lock the stripe before the row, so that they cannot deadlock: %s', async (_, change) => {
    const other = await partnerBeside(partner);
    await transaction.query('SELECT bump_subscriptions_version($1)', [partner.id]);
    const changed = change(other);
    expect((await awaited()).rows).toEqual([{ stripe: stripeOf(other.id) }]);
    await transaction.query('SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [other.id]);
    await transaction.query('COMMIT');
    await changed;
  });

  it('do not wait for those of other partners', async () => {
    const other = await app.partner();
    await transaction.query('SELECT bump_subscriptions_version($1)', [other.id]);
    const { status } = await app.internal('POST', '/internal/event', eventOf(partner));
    await transaction.query('ROLLBACK');
    expect(status).toBe(202);
  });
});
