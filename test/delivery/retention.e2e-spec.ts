import { jest } from '@jest/globals';
import { Client } from 'pg';
import { firstIdAt } from '../../src/shared/domain/time-ordered-id.js';
import { PartitionRepository } from '../../src/database/partitions/partition.repository.js';
import { dayTables } from '../../src/operations/partitions/day-tables.js';
import { type RetentionReport, RetentionService } from '../../src/operations/retention/retention.service.js';
import { age } from '../support/aging.js';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { emailTo } from '../email/emails.js';
import { eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

const DAY_MS = 86_400_000;
const RETENTION_LOCK = 0x52455445;

describe('Retention', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    // Nothing is removed by schedule while the tests run.
    jest.spyOn(RetentionService.prototype, 'runBySchedule').mockResolvedValue();
    receiver = await startReceiver({ answer: ({ json }) => (json.typeId === 'bad' ? 500 : 204) });
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '1h', RETENTION_DAYS: '10' });
    // A lane that was just opened writes its watermark within a second.
    const lagging = `SELECT FROM lane WHERE watermark < '${firstIdAt(Date.now() - DAY_MS)}'`;
    await eventually(
      () => app.database.query(lagging),
      ({ rowCount }) => rowCount === 0,
    );
  });
  beforeEach(async () => {
    partner = await app.partner();
    await subscribe(app, partner, receiver);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const runOnce = async (): Promise<RetentionReport> => {
    const done = await app.service!.get(RetentionService).run();
    if (done === null) throw new Error('Another process is removing old data.');
    return done;
  };
  /** Runs until no day stays because a session has its tables open for a moment. Returns all dropped days. */
  const run = async (): Promise<RetentionReport> => {
    const reports: RetentionReport[] = [];
    const last = await eventually(
      async () => {
        const report = await runOnce();
        reports.push(report);
        return report;
      },
      ({ stay }) => stay.every(({ reason }) => reason !== 'in use'),
    );
    return { ...last, dropped: reports.flatMap(({ dropped }) => dropped), removed: reports[0]!.removed };
  };
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const ensure = (days: number) =>
    app
      .service!.get(PartitionRepository)
      .ensure(dayTables.partitioned, new Date(Date.now() - days * DAY_MS), 1);
  /** Creates the partitions of a day, even if another session has the tables open for a moment. */
  const partitions = (days: number) =>
    eventually(
      async () => {
        await ensure(days);
        return tablesOf(dayBefore(days));
      },
      (count) => count > 0,
    );
  const attemptedOnce = (count: number) =>
    logOf(
      app,
      partner,
      '',
      (log) => log.length === count && log.every(({ attemptCount }) => attemptCount === 1),
    );
  /** Deliveries of documents, attempted once. */
  const attempted = async (...typeIds: string[]) => {
    for (const typeId of typeIds) await report(app, eventOf(partner, { typeId }));
    await attemptedOnce(typeIds.length);
  };
  const log = async (): Promise<Json[]> =>
    (await app.request('GET', '/partner/delivery', { key: partner.key })).body;
  const tablesOf = async (day: string) =>
    (
      await app.database.query(
        `SELECT relname FROM pg_class WHERE relname LIKE '%' || $1 AND relkind = 'r'`,
        [day],
      )
    ).rows.length;
  const session = async () => {
    const client = new Client({ connectionString: app.database.options.connectionString ?? '' });
    await client.connect();
    return client;
  };

  it('drops exactly the days older than the retention period', async () => {
    await partitions(12);
    await attempted('old');
    await age(app, partner.id, 12);
    const [old] = await log();
    await report(app, eventOf(partner, { typeId: 'new' }));
    expect((await run()).dropped).toEqual([dayBefore(12)]);
    expect((await log()).map(({ typeId }) => typeId)).toEqual(['new']);
    const gone = await app.request('GET', `/partner/delivery/${old.id}`, { key: partner.key });
    const retried = await app.request('POST', `/partner/delivery/${old.id}/retry`, { key: partner.key });
    expect([gone.status, retried.status]).toEqual([404, 404]);
    expect(await tablesOf(dayBefore(12))).toBe(0);
    expect(await tablesOf(dayBefore(0))).toBeGreaterThan(0);
  });

  it('leaves nothing to recover from removed days', async () => {
    await attempted('bad');
    const [{ id, subscriptionId }] = await log();
    await app.request('POST', `/partner/delivery/${id}/retry`, { key: partner.key });
    await app.request('DELETE', `/partner/webhookSubscription/${subscriptionId}`, { key: partner.key });
    await logOf(app, partner, '', ([first]) => first.status === 'cancelled');
    await app.request('PATCH', `/partner/webhookSubscription/${subscriptionId}`, { key: partner.key });
    await partitions(13);
    await age(app, partner.id, 13);
    await run();
    const recovered = await app.request('POST', `/partner/webhookSubscription/${subscriptionId}/recover`, {
      key: partner.key,
      body: { since: '2020-01-01T00:00:00Z' },
    });
    expect(recovered).toMatchObject({ status: 202, body: { deliveries: 0 } });
  });

  it('keeps a day while a delivery of it is still pending', async () => {
    await partitions(14);
    await attempted('bad', 'good');
    await age(app, partner.id, 14);
    expect((await run()).stay).toEqual([{ day: dayBefore(14), reason: 'waited for' }]);
    receiver.answer = () => 204;
    const [pending] = await logOf(app, partner, '?status=pending', ({ length }) => length === 1);
    await app.request('POST', `/partner/delivery/${pending.id}/retry`, { key: partner.key });
    await logOf(app, partner, '?status=succeeded', ({ length }) => length === 2);
    expect(await run()).toMatchObject({ dropped: [dayBefore(14)], stay: [] });
    expect(await log()).toEqual([]);
  });

  it('drops emails with their day, once they are sent', async () => {
    const emails = async (): Promise<Json[]> =>
      (await app.request('GET', '/partner/email', { key: partner.key })).body;
    await partitions(19);
    await report(app, eventOf(partner, { typeId: 'good', emails: [emailTo('old@client.example')] }));
    await eventually(emails, ([email]) => email?.status === 'succeeded');
    await attemptedOnce(1);
    await age(app, partner.id, 19);
    expect((await run()).dropped).toEqual([dayBefore(19)]);
    expect(await emails()).toEqual([]);
  });

  it('removes rows of the default partitions, except those that are still to be sent', async () => {
    receiver.answer = ({ json }) => (json.typeId === 'bad' ? 500 : 204);
    // Rows written about emails after their day was dropped do not matter here.
    await run();
    await attempted('bad', 'good');
    await age(app, partner.id, 15);
    expect((await run()).removed.strays).toBe(2);
    expect(await log()).toMatchObject([{ typeId: 'bad', status: 'pending', attemptCount: 1 }]);
  });

  it('does not block writers while another session reads the tables for a long time', async () => {
    await partitions(16);
    await attempted('old');
    await age(app, partner.id, 16);
    const reader = await session();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM event');
    await reader.query('SELECT count(*) FROM delivery_attempt_log');
    const retention = { isOver: false };
    const running = runOnce().finally(() => (retention.isOver = true));
    let accepted = 0;
    while (!retention.isOver) accepted += (await report(app, eventOf(partner, { typeId: 'new' }))).length;
    expect((await running).stay).toContainEqual({ day: dayBefore(16), reason: 'in use' });
    await eventually(
      () => app.request('GET', '/partner/delivery/count?typeId=new&status=succeeded', { key: partner.key }),
      ({ body }) => body.count === accepted,
    );
    await reader.query('COMMIT');
    await reader.end();
    expect((await run()).stay).toEqual([]);
    expect(await tablesOf(dayBefore(16))).toBe(0);
  });

  it('creates tomorrow’s partitions later while another session reads the tables for a long time', async () => {
    const reader = await session();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM event');
    await ensure(17);
    expect(await tablesOf(dayBefore(17))).toBe(0);
    await reader.query('COMMIT');
    await reader.end();
    await partitions(17);
    await run();
  });

  it('drops nothing that a lane has not settled', async () => {
    await partitions(18);
    const owner = await session();
    await owner.query('SELECT pg_advisory_lock($1, 99)', [0x4c414e45]);
    await owner.query(
      `INSERT INTO lane (id, epoch, watermark, backend_pid, seen_at)
       VALUES (99, 1, '00000000-0000-0000-0000-000000000000', pg_backend_pid(), now() + interval '1 day')`,
    );
    expect((await run()).stay).toEqual([{ day: dayBefore(18), reason: 'unsettled' }]);
    await owner.query('DELETE FROM lane WHERE id = 99');
    await owner.end();
    expect((await run()).dropped).toEqual([dayBefore(18)]);
  });

  it('removes ids of events after seven days, and credentials that ended long ago', async () => {
    const event = eventOf(partner);
    await report(app, [event, eventOf(partner)]);
    await app.database.query(
      `UPDATE event_key SET created_at = now() - interval '7 days' WHERE company_id = $1 AND key = $2`,
      [partner.companyId, event.id],
    );
    const made = await app.internal('POST', `/internal/partner/${partner.id}/apiKey`, {});
    await app.internal('DELETE', `/internal/partner/${partner.id}/apiKey/${made.body.id}`);
    await app.internal('POST', `/internal/partner/${partner.id}/portalLink`);
    expect((await run()).removed).toMatchObject({ eventKeys: 1, credentials: 0 });
    await app.database.query(`UPDATE portal_link SET expires_at = now() - interval '1 second'`);
    await app.database.query(
      `UPDATE api_key SET revoked_at = now() - interval '12 days' WHERE partner_id = $1 AND id = $2`,
      [partner.id, made.body.id],
    );
    expect((await run()).removed).toMatchObject({ eventKeys: 0, credentials: 2 });
    const { body } = await app.internal('GET', `/internal/partner/${partner.id}/apiKey`);
    expect(body).toHaveLength(1);
  });

  it('removes published events that were refused long ago', async () => {
    const refuse = (id: string, days: number) =>
      app.database.query(
        `INSERT INTO outbox (event, refused, refused_at)
         VALUES ($1, '/type …', now() - make_interval(days => $2))`,
        [JSON.stringify({ typeId: id }), days],
      );
    await refuse('old', 12);
    await refuse('new', 9);
    expect((await run()).removed.refusedEvents).toBe(1);
    const { rows } = await app.database.query(`SELECT event->>'typeId' AS id FROM outbox`);
    expect(rows).toEqual([{ id: 'new' }]);
  });

  it('runs in one process at a time, and when an operator starts it', async () => {
    const command = async () => {
      const { code, out, err } = await runCommand(['retention', 'run', '--json'], {
        DATABASE_URL: app.database.options.connectionString ?? '',
        SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
      });
      return { code, view: JSON.parse(out), err };
    };
    const other = await session();
    await other.query('SELECT pg_advisory_lock($1)', [RETENTION_LOCK]);
    expect(await command()).toEqual({
      code: 1,
      view: null,
      err: 'Another process is removing old data at this moment.\n',
    });
    await other.end();
    await partitions(40);
    const done = await eventually(command, ({ view }) => view?.stay.length === 0);
    expect(done).toMatchObject({ code: 0, view: { dropped: [dayBefore(40)], stay: [] }, err: '' });
  });
});
